import type { SttEvent } from '../../../core/ports.ts';
import { median } from '../recorded/utterances.ts';
import type { TranscribedSpeech, RecordedSegment } from '../recorded/segments.ts';
import { textOfWords, wordsUpTo } from '../recorded/words.ts';

/** What is said in so many ms; then the words of the recording up to `upTo` are known. */
export interface DelayedTranscript {
  readonly afterMs: number;
  readonly event: SttEvent;
  readonly upTo: number;
}

/** A segment that is being heard: its first and last window so far, and up to which word it was told of. */
export interface OpenSegment {
  readonly segment: number;
  readonly from: number;
  readonly to: number;
  readonly given: number;
}

/** How long answers take where the recording has none to go by, in ms. */
export interface AnswerDelays {
  readonly endMs: number;
  readonly flushMs: number;
}

/** Where no end was ever answered, in ms. */
const USUAL_ANSWER_MS = 200;

/** The middle case of a recording. */
export function answerDelays({ segments }: TranscribedSpeech): AnswerDelays {
  const endMs = median(segments.flatMap(({ answer }) => answer?.afterMs ?? [])) ?? USUAL_ANSWER_MS;
  return { endMs, flushMs: median(segments.flatMap(({ flushesMs }) => flushesMs)) ?? endMs };
}

/** What a flush is answered: all words so far. */
export function answerToFlush(
  heard: TranscribedSpeech,
  open: OpenSegment,
  { flushMs }: AnswerDelays,
): readonly DelayedTranscript[] {
  const upTo = Math.max(open.given, wordsUpTo(heard.words, open.to));
  return [finalOrEmpty(heard, open, upTo, flushMs)];
}

/** What an end is answered, and what comes too late: as in the segment of the recording that it ends in, or as usual. */
export function answerToEnd(
  heard: TranscribedSpeech,
  open: OpenSegment,
  { endMs }: AnswerDelays,
): readonly DelayedTranscript[] {
  const recorded = heard.segments.findLast(({ from, to }) => from <= open.to && to >= open.from);
  const all = wordsUpTo(heard.words, open.to);
  if (recorded === undefined || !recorded.ended) return [finalOrEmpty(heard, open, Math.max(open.given, all), endMs)];
  const { answer } = recorded;
  if (answer === null) return late(heard, open, recorded, all);
  const upTo = Math.max(open.given, Math.min(all, answer.upTo));
  const after = late(heard, { ...open, given: upTo }, recorded, all);
  if (answer.kind !== 'failed') return [finalOrEmpty(heard, open, upTo, answer.afterMs), ...after];
  const event: SttEvent = { kind: 'failed', segment: open.segment, error: answer.error };
  return [...finals(heard, open, upTo, answer.afterMs, false), { afterMs: answer.afterMs, upTo, event }, ...after];
}

function finalOrEmpty(heard: TranscribedSpeech, open: OpenSegment, upTo: number, afterMs: number): DelayedTranscript {
  const [final] = finals(heard, open, upTo, afterMs, true);
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

/** Finals that nobody waited for any more. */
function late(
  heard: TranscribedSpeech,
  open: OpenSegment,
  { late: deliveries }: RecordedSegment,
  all: number,
): readonly DelayedTranscript[] {
  let { given } = open;
  return deliveries.flatMap(({ afterMs, upTo }) => {
    const said = finals(heard, { ...open, given }, Math.min(all, upTo), afterMs, true);
    given = Math.max(given, Math.min(all, upTo));
    return said;
  });
}
