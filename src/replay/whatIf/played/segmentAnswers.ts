import type { SttEvent } from '../../../core/ports.ts';
import { median } from '../recorded/utterances.ts';
import type { TranscribedSpeech, RecordedSegment } from '../recorded/recordedSegment.ts';
import { textOfWords, wordsUpTo } from '../recorded/words.ts';

/** A delayed event that makes the recorded words up to `upTo` known. */
export interface DelayedTranscript {
  readonly afterMs: number;
  readonly event: SttEvent;
  readonly upTo: number;
}

/** A segment in progress: its first and last window so far, and the number of words emitted. */
export interface OpenSegment {
  readonly segment: number;
  readonly from: number;
  readonly to: number;
  readonly given: number;
}

/** Delays, in ms, of answers that the recording does not contain. */
export interface AnswerDelays {
  readonly endMs: number;
  readonly flushMs: number;
}

/** Delay if no segment end was ever answered, in ms. */
const USUAL_ANSWER_MS = 200;

/** Computes the median delays of a recording. */
export function answerDelays({ segments }: TranscribedSpeech): AnswerDelays {
  const endMs = median(segments.flatMap(({ answer }) => answer?.afterMs ?? [])) ?? USUAL_ANSWER_MS;
  return { endMs, flushMs: median(segments.flatMap(({ flushesMs }) => flushesMs)) ?? endMs };
}

/** Returns the answer to a flush: all words so far. */
export function answerToFlush(
  speech: TranscribedSpeech,
  open: OpenSegment,
  { flushMs }: AnswerDelays,
): readonly DelayedTranscript[] {
  const upTo = Math.max(open.given, wordsUpTo(speech.words, open.to));
  return [finalOrEmpty(speech, open, upTo, flushMs)];
}

/**
 * Returns the answer to a segment end, and any late finals: as in the recorded segment in which it ends, or with the
 * usual delay.
 */
export function answerToEnd(
  speech: TranscribedSpeech,
  open: OpenSegment,
  { endMs }: AnswerDelays,
): readonly DelayedTranscript[] {
  const recorded = speech.segments.findLast(({ from, to }) => from <= open.to && to >= open.from);
  const all = wordsUpTo(speech.words, open.to);
  if (recorded === undefined || !recorded.ended) return [finalOrEmpty(speech, open, Math.max(open.given, all), endMs)];
  const { answer } = recorded;
  if (answer === null) return late(speech, open, recorded, all);
  const upTo = Math.max(open.given, Math.min(all, answer.upTo));
  const after = late(speech, { ...open, given: upTo }, recorded, all);
  if (answer.kind !== 'failed') return [finalOrEmpty(speech, open, upTo, answer.afterMs), ...after];
  const event: SttEvent = { kind: 'failed', segment: open.segment, error: answer.error };
  return [...finals(speech, open, upTo, answer.afterMs, false), { afterMs: answer.afterMs, upTo, event }, ...after];
}

function finalOrEmpty(speech: TranscribedSpeech, open: OpenSegment, upTo: number, afterMs: number): DelayedTranscript {
  const [final] = finals(speech, open, upTo, afterMs, true);
  return final ?? { afterMs, upTo, event: { kind: 'empty', segment: open.segment } };
}

function finals(
  { words }: TranscribedSpeech,
  { segment, given }: OpenSegment,
  upTo: number,
  afterMs: number,
  last: boolean,
): readonly DelayedTranscript[] {
  if (given >= upTo) return [];
  return [{ afterMs, upTo, event: { kind: 'final', segment, text: textOfWords(words.slice(given, upTo)), last } }];
}

function late(
  speech: TranscribedSpeech,
  open: OpenSegment,
  { late: deliveries }: RecordedSegment,
  all: number,
): readonly DelayedTranscript[] {
  let { given } = open;
  return deliveries.flatMap(({ afterMs, upTo }) => {
    const events = finals(speech, { ...open, given }, Math.min(all, upTo), afterMs, true);
    given = Math.max(given, Math.min(all, upTo));
    return events;
  });
}
