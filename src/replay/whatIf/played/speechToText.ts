import { defer, endWith, from, ignoreElements, map, merge, mergeMap, takeUntil, tap, throwError } from 'rxjs';
import type { Observable, SchedulerLike } from 'rxjs';
import type { SpeechToText, SttEvent } from '../../../core/ports.ts';
import { fromTimes } from '../fromTimes.ts';
import type { RecordedSession } from '../recorded/recordedSession.ts';
import { createTranscriber } from './transcriber.ts';
import type { DelayedTranscript } from './segmentAnswers.ts';
import type { Progress } from './progress.ts';

/**
 * A recogniser that hears in each segment the words that were said in it, however it is cut. Interims come when they came,
 * answers as long after the end as in the recording.
 */
export function createSpeechToText(recorded: RecordedSession, trail: Progress, scheduler: SchedulerLike): SpeechToText {
  const { name, finalTimeoutMs, interims } = recorded.head.ports.stt;
  const remarks = interims ? recorded.transcribed.segments.flatMap((segment) => segment.transcripts) : [];
  return {
    name,
    finalTimeoutMs,
    interims,
    sampleRate: recorded.windows.format.sampleRate,
    transcribe: (speech) =>
      defer(() => {
        const listener = createTranscriber(recorded.transcribed);
        const over = speech.pipe(ignoreElements(), endWith(null));
        const coming = <T extends { readonly atMs: number }>(items: readonly T[]): Observable<T> =>
          fromTimes(
            items.filter(({ atMs }) => atMs > scheduler.now()),
            scheduler,
          ).pipe(takeUntil(over));
        return merge(
          speech.pipe(mergeMap((input) => inTime(listener.feed(input), scheduler))),
          coming(remarks).pipe(mergeMap((remark) => from(listener.replayTranscript(remark)))),
          coming(recorded.breaks).pipe(mergeMap(({ message }) => throwError(() => new Error(message)))),
        ).pipe(
          tap(({ event, upTo }) => note(trail, event, upTo)),
          map(({ event }) => event),
        );
      }),
  };
}

function inTime(answers: readonly DelayedTranscript[], scheduler: SchedulerLike): Observable<DelayedTranscript> {
  const now = scheduler.now();
  return fromTimes(
    answers.map((answer) => ({ ...answer, atMs: now + answer.afterMs })),
    scheduler,
  );
}

function note(trail: Progress, event: SttEvent, upTo: number): void {
  if (!('text' in event)) return;
  trail.typedAtMs = null;
  trail.wordsUpTo = Math.max(trail.wordsUpTo, upTo);
  trail.segmentsWithWords.add(event.segment);
}
