import { Observable, type SchedulerLike, Subscription } from 'rxjs';
import type { Settlement, Transcript, VadEvent } from '../../../src/core/speech.ts';
import type { SpokenWord } from './spokenTurns.ts';

/** Time from the end of a word to the interim with it, in ms. */
export const WORD_DELAY_MS = 200;

/**
 * Creates a recogniser that knows the words: each comes as an interim 200 ms after it was spoken, the final as soon as the segment
 * has ended and all its words have come.
 */
export function transcriber(
  words: readonly SpokenWord[],
  scheduler: SchedulerLike,
): (activity: Observable<VadEvent>) => Observable<Transcript | Settlement> {
  return (activity) =>
    new Observable((subscriber) => {
      const segments: Segment[] = [];
      const timers = new Subscription();
      const settle = ({ segment, texts }: Segment): void => {
        if (texts.length > 0) subscriber.next({ kind: 'final', segment, text: texts.join(' ') });
        subscriber.next({ kind: 'settled', segment, by: texts.length > 0 ? 'final' : 'empty' });
      };
      const isComplete = (segment: Segment): boolean =>
        words.every(
          ({ endMs }, n) => n < segment.first || endMs > segment.endedMs || n < segment.first + segment.texts.length,
        );
      for (const { text, endMs } of words)
        timers.add(
          scheduler.schedule(() => {
            const segment = segments.find(({ endedMs }) => endMs <= endedMs) ?? segments.at(-1);
            if (segment === undefined) return;
            segment.texts.push(text);
            if (segment.endedMs === Number.POSITIVE_INFINITY)
              subscriber.next({ kind: 'interim', segment: segment.segment, text: segment.texts.join(' ') });
            else if (isComplete(segment)) settle(segment);
          }, endMs + WORD_DELAY_MS),
        );
      timers.add(
        activity.subscribe({
          next: (event) => {
            if (event.kind === 'started') {
              const last = segments.at(-1);
              const first = last === undefined ? 0 : words.findIndex(({ endMs }) => endMs > last.endedMs);
              segments.push({ segment: event.segment, first, texts: [], endedMs: Number.POSITIVE_INFINITY });
            }
            if (event.kind !== 'ended') return;
            const segment = segments[event.segment];
            if (segment === undefined) return;
            segment.endedMs = event.atMs;
            if (isComplete(segment)) settle(segment);
          },
          complete: () => subscriber.complete(),
        }),
      );
      return timers;
    });
}

interface Segment {
  readonly segment: number;
  /** Index of its first word. */
  readonly first: number;
  readonly texts: string[];
  endedMs: number;
}
