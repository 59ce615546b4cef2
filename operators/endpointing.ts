import { asyncScheduler, defer, EMPTY, merge, type Observable, type OperatorFunction, type SchedulerLike } from 'rxjs';
import type { Settlement, Transcript, UserTurn, VadEvent } from '../src/core/speech.ts';
import { emitWhenDue } from '../src/stream/emitWhenDue.ts';
import { computeDueAt, createTurn, startNextTurn, textOf, updateTurn } from './endpointing/turnState.ts';

export interface EndpointingOptions {
  /** The user's words. */
  readonly transcript: Observable<Transcript>;
  /** Settlements of segments. Without them a final settles its segment, until an interim follows. */
  readonly settled?: Observable<Settlement> | undefined;
  /** Least time between the last voiced sample and the end of the turn, in ms. @default 500 */
  readonly minDelayMs?: number | undefined;
  /** @default asyncScheduler */
  readonly scheduler?: SchedulerLike | undefined;
}

/**
 * Emits the user's turn when its last segment has ended, all its segments are settled, and `minDelayMs` has passed
 * since the last voiced sample. Speech that starts before then cancels the emission and adds its words to the turn.
 * Speech without words makes no turn. Completes when its inputs have completed and no turn is due. Unsubscribing stops
 * its timer.
 *
 * ```text
 * activity    s--m----------    m ended, at its last voiced sample; minDelayMs 5
 * transcript  ---f----------
 * userTurn    --------u-----
 * ```
 *
 * @example
 * ```ts
 * import type { Transcript, VadEvent } from 'antiphon';
 * import { endpointing } from 'antiphon/operators';
 * import type { Observable } from 'rxjs';
 *
 * declare const activity: Observable<VadEvent>; // from `vad`
 * declare const transcript: Observable<Transcript>; // from `transcribe`
 * activity.pipe(endpointing({ transcript, minDelayMs: 800 })).subscribe(({ text }) => console.log('user:', text));
 * ```
 */
export function endpointing(options: EndpointingOptions): OperatorFunction<VadEvent, UserTurn> {
  const { transcript, settled, minDelayMs = 500, scheduler = asyncScheduler } = options;
  return (activity) =>
    defer(() => {
      const state = createTurn();
      let dueAt: number | null = null;
      return merge(activity, transcript, settled ?? EMPTY).pipe(
        emitWhenDue(
          (event) => {
            const options = { now: scheduler.now(), finalsSettle: settled === undefined };
            if (updateTurn(state, event, options)) dueAt = computeDueAt(state, minDelayMs);
            return dueAt;
          },
          (): UserTurn => {
            const turn = { turn: state.turn, text: textOf(state) };
            startNextTurn(state);
            dueAt = null;
            return turn;
          },
          scheduler,
        ),
      );
    });
}
