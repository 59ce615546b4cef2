import { filter, mergeMap, switchMap, take, takeUntil, type Observable, type OperatorFunction } from 'rxjs';
import type { EndReason, TurnEvent } from '../../core/turn.ts';
import { executeRound, type RoundOptions } from '../agentCode/functions/executeRound.ts';
import type { FunctionEvent } from '../stages.ts';

export interface FunctionsOptions extends RoundOptions {
  /** `true` while calls may be announced and started. */
  readonly open: Observable<boolean>;
  /** Replies that are cut: their running calls get the result `INTERRUPTED`, except for uninterruptible calls. */
  readonly ended: Observable<{ readonly turn: number; readonly reason: EndReason }>;
}

/**
 * Executes the calls of each round. Announces a round as soon as `open` is `true`, runs its calls in parallel, and
 * emits their results together, exactly one per call, in their order. Drops the calls of a reply that is cut before the
 * announcement. If an announced call is not executed, its result gives the reason.
 */
export function functions(options: FunctionsOptions): OperatorFunction<TurnEvent, FunctionEvent> {
  const { open, ended } = options;
  return (reply) =>
    reply.pipe(
      filter((event) => event.kind === 'round'),
      filter(({ calls }) => calls.length > 0),
      mergeMap((event) => {
        const cut = ended.pipe(filter(({ turn }) => turn === event.turn));
        return open.pipe(
          filter(Boolean),
          take(1),
          takeUntil(cut),
          switchMap(() => executeRound(event, cut, options)),
        );
      }),
    );
}
