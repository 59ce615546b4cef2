import { Observable, type OperatorFunction, type SchedulerLike } from 'rxjs';
import { splitText } from '../../src/core/splitText.ts';
import { createSliceQueue } from '../../src/stream/sliceQueue.ts';
import { createAlarm } from '../../src/time/alarm.ts';
import { PendingText } from './pendingText.ts';
import type { TextCutter } from './textCutter.ts';

export interface CutPiecesOptions {
  readonly cutter: TextCutter;
  readonly stallMs: number;
  readonly scheduler: SchedulerLike;
}

/**
 * Emits the pieces of a text, handling one slice per turn of the scheduler, and its whole words `stallMs` after the
 * latest delta. Completion emits the rest; an error emits the whole sentences. It is a single operator because a reply
 * may have a delta for every character, and a chain of operators took twice as long.
 */
export function cutPieces({ cutter, stallMs, scheduler }: CutPiecesOptions): OperatorFunction<string, string> {
  return (deltas) =>
    new Observable((subscriber) => {
      const text = new PendingText(cutter, { addPiece: (piece) => subscriber.next(piece) });
      const stall = createAlarm(scheduler, () => text.flushWords());
      const addDelta = (delta: string): void => {
        stall.set(scheduler.now() + stallMs);
        text.add(delta);
      };
      const queue = createSliceQueue(addDelta, costOf, scheduler);
      subscriber.add(() => queue.stop());
      subscriber.add(() => stall.set(undefined));
      subscriber.add(
        deltas.subscribe({
          next: (delta) => {
            if (delta.length > 0 && delta.length < MAX_STRETCH) queue.add(delta);
            else queue.addAll(splitText(delta, MAX_STRETCH));
          },
          error: (error: unknown) =>
            queue.end(() => {
              text.flushSentences();
              subscriber.error(error);
            }),
          complete: () =>
            queue.end(() => {
              text.flush();
              subscriber.complete();
            }),
        }),
      );
    });
}

/** Length of the longest slice that is cut in one go, in UTF-16 code units. */
const MAX_STRETCH = 4096;

/** Characters per unit of cost: one scheduler turn cuts 32768. */
const CHARS_PER_COST = 128;

function costOf(delta: string): number {
  return delta.length / CHARS_PER_COST;
}
