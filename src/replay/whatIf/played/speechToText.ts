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
import type { WrittenStt } from '../../../session/sessionUpdate.ts';
import { fromTimes } from '../fromTimes.ts';
import type { RecordedFinding } from '../recorded/verdicts.ts';
import { createTranscriber, type Transcriber } from './transcriber.ts';
import type { DelayedTranscript } from './segmentAnswers.ts';
import type { Progress } from './progress.ts';
import type { Run } from './run.ts';

/**
 * Creates a SpeechToText that gives each segment the recorded words within it, for any segmentation. Interims and turn
 * findings come at their recorded times, and answers after their recorded delays.
 */
export function createSpeechToText(
  { recorded, progress, clock: scheduler }: Pick<Run, 'recorded' | 'progress' | 'clock'>,
  { name, finalTimeoutMs, interims, delaysInterims, turns }: WrittenStt,
): SpeechToText {
  const transcripts = interims ? recorded.transcribed.segments.flatMap((segment) => segment.transcripts) : [];
  return {
    name,
    finalTimeoutMs,
    interims,
    delaysInterims,
    turns,
    sampleRate: recorded.windows.format.sampleRate,
    transcribe: (speech, wanted) =>
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
          coming(wanted?.turns === true ? recorded.foundTurns : []).pipe(
            mergeMap(({ found }) => from(findingIn(transcriber, found))),
          ),
          coming(recorded.breaks).pipe(mergeMap(({ message }) => throwError(() => new Error(message)))),
        ).pipe(
          tap(({ event, upTo }) => note(progress, event, upTo)),
          map(({ event }) => event),
        );
      }),
  };
}

/** Returns a turn finding for the segment that is currently open. */
function findingIn(
  { openSegment: segment }: Transcriber,
  found: RecordedFinding['found'],
): readonly DelayedTranscript[] {
  return segment === null ? [] : [{ afterMs: 0, upTo: 0, event: { kind: 'turn', segment, ...found } }];
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
  progress.onWords();
}
