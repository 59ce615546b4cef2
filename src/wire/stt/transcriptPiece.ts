import type { TranscriptDetails, TranscriptWord } from '../../core/speech.ts';
import type { SegmentText } from '../../core/segmentText.ts';
import { joinText } from '../../core/text.ts';
import { detailsOf } from '../../core/detailsOf.ts';

/** A part of an utterance's text, and its details. */
export interface TranscriptPiece {
  readonly text: string;
  readonly details?: TranscriptDetails | undefined;
}

/** The text of an utterance so far. */
export type UtteranceText = SegmentText<TranscriptPiece>;

/** The text of several pieces, and the details that apply to all of it. */
export interface DetailedText {
  readonly text: string;
  readonly details: TranscriptDetails;
}

/**
 * Joins pieces as `joinText` does. The result has words and confidence only if every piece has them, and a speaker only
 * if all pieces have the same one. Its language is that of most of the text.
 */
export function joinPieces(pieces: readonly TranscriptPiece[]): DetailedText {
  const spoken = pieces
    .map(({ text, details = {} }) => ({ text: text.trim(), details }))
    .filter(({ text }) => text !== '');
  const [only] = spoken;
  if (only === undefined) return { text: '', details: {} };
  const text = joinText(...spoken.map((piece) => piece.text));
  if (spoken.length === 1) return only;
  const speakers = new Set(spoken.map(({ details }) => details.speaker));
  return {
    text,
    details: detailsOf({
      words: allOf(spoken.map(({ details }) => details.words))?.flat(),
      confidence: meanConfidence(spoken),
      language: mainLanguage(spoken),
      speaker: speakers.size === 1 ? only.details.speaker : undefined,
    }),
  };
}

/** Shifts the words by `byMs` and rounds their times to whole ms, none below 0. */
export function shiftWords(details: TranscriptDetails, byMs: number): TranscriptDetails {
  if (details.words === undefined) return details;
  const at = (ms: number): number => Math.max(0, Math.round(ms + byMs));
  const words = details.words.map(
    (word): TranscriptWord => ({ ...word, startMs: at(word.startMs), endMs: at(word.endMs) }),
  );
  return { ...details, words };
}

function allOf<T>(values: readonly (T | undefined)[]): readonly T[] | undefined {
  return values.every((value) => value !== undefined) ? values : undefined;
}

/** Computes the mean confidence, weighted by the length of the texts. */
function meanConfidence(pieces: readonly DetailedText[]): number | undefined {
  const all = allOf(pieces.map(({ details }) => details.confidence));
  const chars = pieces.reduce((sum, { text }) => sum + text.length, 0);
  return all?.reduce((sum, confidence, at) => sum + (confidence * (pieces[at]?.text.length ?? 0)) / chars, 0);
}

function mainLanguage(pieces: readonly DetailedText[]): string | undefined {
  const chars = new Map<string, number>();
  for (const { text, details } of pieces)
    if (details.language !== undefined) chars.set(details.language, (chars.get(details.language) ?? 0) + text.length);
  return [...chars].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}
