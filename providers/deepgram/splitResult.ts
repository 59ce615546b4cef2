import type { TranscriptDetails } from '../../src/core/speech.ts';
import { createDetails } from './details.ts';
import type { ListenResult } from './results.ts';

/** The audio of one utterance, in seconds of the connection's audio. */
export interface Span {
  readonly from: number;
  /** Infinity until the utterance ends. */
  to: number;
}

/** The text and details of one utterance in a result. */
export interface SpanText {
  readonly text: string;
  readonly details: TranscriptDetails;
}

/** Tolerance for Deepgram's times, in seconds. They may lie beyond the audio. */
const TOLERANCE = 0.1;

/** Splits a result by utterance. Includes the result's owner even without text. */
export function splitResult<T extends Span>(result: ListenResult, spans: readonly T[]): ReadonlyMap<T, SpanText> {
  const owner = result.isRequested
    ? spans.find(({ to }) => to < Infinity && to >= result.end - TOLERANCE)
    : findOwner(result, spans);
  if (owner === undefined) return new Map();
  const within = result.start >= owner.from - TOLERANCE && result.end <= owner.to + TOLERANCE;
  if (within || result.words.every((word) => findOwner(word, spans) === owner)) {
    const details = createDetails(result, result.words, owner.from);
    return new Map([[owner, { text: result.text, details }]]);
  }
  const texts = spans.map((span) => [span, selectWords(span, result, spans)] as const);
  return new Map(texts.filter(([span, { text }]) => text !== '' || span === owner));
}

function selectWords(span: Span, result: ListenResult, spans: readonly Span[]): SpanText {
  const own = result.words.filter((word) => findOwner(word, spans) === span);
  return { text: own.map(({ text }) => text).join(' '), details: createDetails(result, own, span.from) };
}

/** Finds the span that overlaps the time from `start` to `end` most. */
function findOwner<T extends Span>(
  { start, end }: Pick<ListenResult, 'start' | 'end'>,
  spans: readonly T[],
): T | undefined {
  const shared = ({ from, to }: Span): number => Math.min(end, to) - Math.max(start, from);
  const within = spans.filter((span) => shared(span) > 0 || (start === end && shared(span) === 0));
  return within.toSorted((a, b) => shared(b) - shared(a))[0];
}
