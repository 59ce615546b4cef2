import type { Delivery, RecordedSegment, RecordedTranscript, SegmentAnswer } from './recordedSegment.ts';
import type { PartialSegment, SegmentEvent } from './partialSegments.ts';
import { wordsOf, type WordBound } from './words.ts';

export interface SegmentWords {
  readonly texts: readonly string[];
  readonly bounds: readonly WordBound[];
  readonly transcripts: Pick<RecordedSegment, 'firstWord' | 'transcripts' | 'answer' | 'late' | 'flushesMs'>;
}

export function readSegment({ events, endedAt }: PartialSegment, firstWord: number): SegmentWords {
  const steps = stepsOf(events);
  const before = steps.filter(({ ended }) => !ended);
  const after = steps.filter(({ ended }) => ended);
  const settling = after.findIndex(({ event }) => settles(event));
  const delivered = ({ atMs, finals }: Step): Delivery => ({
    afterMs: atMs - endedAt,
    upTo: firstWord + finals.length,
  });
  const settled = after[settling];
  const late = settled === undefined ? [] : after.slice(settling + 1).filter(({ event }) => event.kind === 'final');
  const last = steps.at(-1);
  return {
    texts: last === undefined ? [] : [...last.finals, ...last.interim],
    bounds: steps.map(({ window, finals, interim }) => ({ window, words: finals.length + interim.length })),
    transcripts: {
      firstWord,
      transcripts: before.flatMap((step) => transcriptOf(step, firstWord)),
      answer: settled === undefined ? null : answerOf(settled.event, delivered(settled)),
      late: late.map(delivered),
      flushesMs: flushesOf(before),
    },
  };
}

/** A segment's transcripts up to one event. */
interface Step extends SegmentEvent {
  readonly texts: readonly string[];
  /** The finals so far, word by word, and the latest interim that no final has replaced. */
  readonly finals: readonly string[];
  readonly interim: readonly string[];
}

function stepsOf(events: readonly SegmentEvent[]): readonly Step[] {
  let finals: readonly string[] = [];
  let interim: readonly string[] = [];
  return events.map((one) => {
    const { event } = one;
    const texts = 'text' in event ? wordsOf(event.text) : [];
    const isFinal = event.kind === 'final' && event.provisional !== true;
    if (isFinal) finals = [...finals, ...withTrailingSpace(texts)];
    if (isFinal) interim = [];
    else if (texts.length > 0) interim = texts;
    return { ...one, texts, finals, interim };
  });
}

function settles(event: SegmentEvent['event']): boolean {
  return event.kind === 'empty' || event.kind === 'failed' || (event.kind === 'final' && event.last !== false);
}

function answerOf(event: SegmentEvent['event'], delivery: Delivery): SegmentAnswer {
  if (event.kind === 'failed') return { kind: 'failed', error: event.error, ...delivery };
  return { kind: event.kind === 'final' ? 'final' : 'empty', ...delivery };
}

function transcriptOf({ atMs, event, texts, finals }: Step, firstWord: number): readonly RecordedTranscript[] {
  if (event.kind !== 'final' && event.kind !== 'interim') return [];
  const first = firstWord + finals.length - (event.kind === 'final' ? texts.length : 0);
  return [{ atMs, kind: event.kind, texts, firstWord: first }];
}

function flushesOf(before: readonly Step[]): readonly number[] {
  const flushed = before.filter(({ event }) => event.kind === 'flush');
  const answered = before.filter(({ event }) => settles(event));
  return flushed.flatMap(({ atMs }, n) => {
    const answer = answered[n];
    return answer === undefined ? [] : [answer.atMs - atMs];
  });
}

/** Ends a final with a space to separate it from the next. */
function withTrailingSpace(texts: readonly string[]): readonly string[] {
  return texts.map((text, n) => (n === texts.length - 1 && !/\s$/u.test(text) ? `${text} ` : text));
}
