import {
  defer,
  endWith,
  from,
  ignoreElements,
  map,
  merge,
  mergeMap,
  takeUntil,
  tap,
  throwError,
  type Observable,
  type SchedulerLike,
} from 'rxjs';
import type { SpeechToText, SttEvent } from '../../../core/ports.ts';
import { fromTimes } from '../fromTimes.ts';
import type { RecordedSession } from '../recorded/recordedSession.ts';
import { createTranscriber } from './transcriber.ts';
import type { DelayedTranscript } from './segmentAnswers.ts';
import type { Progress } from './progress.ts';

/**
 * Creates an SpeechToText that gives each segment the recorded words within it, for any segmentation. Interims come at their
 * recorded times, answers with their recorded delays.
 */
export function createSpeechToText(
  recorded: RecordedSession,
  progress: Progress,
  scheduler: SchedulerLike,
): SpeechToText {
  const { name, finalTimeoutMs, interims } = recorded.head.ports.stt;
  const transcripts = interims ? recorded.transcribed.segments.flatMap((segment) => segment.transcripts) : [];
  return {
    name,
    finalTimeoutMs,
    interims,
    sampleRate: recorded.windows.format.sampleRate,
    transcribe: (speech) =>
      defer(() => {
        const transcriber = createTranscriber(recorded.transcribed);
        const over = speech.pipe(ignoreElements(), endWith(null));
        const coming = <T extends { readonly atMs: number }>(items: readonly T[]): Observable<T> =>
          fromTimes(
            items.filter(({ atMs }) => atMs > scheduler.now()),
            scheduler,
          ).pipe(takeUntil(over));
        return merge(
          speech.pipe(mergeMap((input) => inTime(transcriber.feed(input), scheduler))),
          coming(transcripts).pipe(mergeMap((transcript) => from(transcriber.replayTranscript(transcript)))),
          coming(recorded.breaks).pipe(mergeMap(({ message }) => throwError(() => new Error(message)))),
        ).pipe(
          tap(({ event, upTo }) => note(progress, event, upTo)),
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

function note(progress: Progress, event: SttEvent, upTo: number): void {
  if (!('text' in event)) return;
  progress.typedAtMs = null;
  progress.wordsUpTo = Math.max(progress.wordsUpTo, upTo);
  progress.segmentsWithWords.add(event.segment);
}
