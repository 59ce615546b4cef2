import { defer, EMPTY, filter, merge, mergeMap, switchMap, take, takeUntil, tap, using } from 'rxjs';
import type { Observable, OperatorFunction } from 'rxjs';
import type { EndReason, TurnEvent } from '../../core/turn.ts';
import { createBackgroundCalls } from '../agentCode/functions/backgroundCalls.ts';
import { addCancelFunctions, type Cancel } from '../agentCode/functions/cancelFunctions.ts';
import { executeRound, type RoundOptions } from '../agentCode/functions/executeRound.ts';
import type { FunctionEvent } from '../stages.ts';

export interface FunctionsOptions extends RoundOptions {
  /** `true` while calls may be announced and started. */
  readonly open: Observable<boolean>;
  /** Replies that are cut: their running calls get the result `INTERRUPTED`, except for uninterruptible calls. */
  readonly ended: Observable<{ readonly turn: number; readonly reason: EndReason }>;
  /** Emits when the agent's functions have changed. Default: never. */
  readonly changed?: Observable<unknown> | undefined;
}

/**
 * Executes the calls of each round. Announces a round as soon as `open` is `true`, runs its calls in parallel, and
 * emits their first results together, exactly one per call, in their order. Drops the calls of a reply that is cut
 * before the announcement. If an announced call is not executed, its result gives the reason. Calls in the background
 * go on, and each emits exactly one final result.
 */
export function functions(given: FunctionsOptions): OperatorFunction<TurnEvent, FunctionEvent> {
  const { open, ended, cancelled = EMPTY, changed = EMPTY } = given;
  return (reply) =>
    defer(() => {
      const options: RoundOptions = {
        ...given,
        get maxRounds() {
          return given.maxRounds;
        },
        functions: () => addCancelFunctions(given.functions(), cancel),
      };
      const background = createBackgroundCalls(options);
      const cancel: Cancel = (name, id) =>
        background.cancel((call) => call.function.name === name && (id === undefined || call.id === id));
      const ends = merge(
        cancelled.pipe(tap((id) => background.cancel((call) => call.id === id))),
        changed.pipe(tap(() => background.endUnknown())),
      );
      const rounds = reply.pipe(
        filter((event) => event.kind === 'round'),
        filter(({ calls }) => calls.length > 0),
        mergeMap((event) => {
          const cut = ended.pipe(filter(({ turn }) => turn === event.turn));
          return open.pipe(
            filter(Boolean),
            take(1),
            takeUntil(cut),
            switchMap(() => executeRound(event, cut, background, options)),
          );
        }),
      );
      return using(
        () => ends.subscribe(),
        () => rounds,
      );
    });
}
