import type { TranscriptDetails } from '../../core/speech.ts';
import { joinPieces, type TranscriptPiece } from './transcriptPiece.ts';

/** The text of an utterance, so far. */
export interface PartialTranscript {
  readonly pieces: readonly TranscriptPiece[];
  /** The text, so far, of what follows the pieces; empty: none yet. */
  readonly interim: TranscriptPiece;
}

export const emptyPiece: TranscriptPiece = { text: '', details: {} };

export const emptyTranscript: PartialTranscript = { pieces: [], interim: emptyPiece };

/** Adds a piece, which uses up the interim. */
export function withPiece(
  { pieces }: PartialTranscript,
  text: string,
  details: TranscriptDetails = {},
): PartialTranscript {
  return { pieces: [...pieces, { text, details }], interim: emptyPiece };
}

/** Replaces the interim, unless the new one is empty. */
export function withInterim(
  { pieces, interim }: PartialTranscript,
  text: string,
  details: TranscriptDetails = {},
): PartialTranscript {
  return { pieces, interim: text.trim() === '' ? interim : { text, details } };
}

/** The text that will not change. */
export function finalText({ pieces }: PartialTranscript): TranscriptPiece {
  return joinPieces(pieces);
}

export function textSoFar({ pieces, interim }: PartialTranscript): TranscriptPiece {
  return joinPieces([...pieces, interim]);
}

/** The text behind the first `pieces` pieces that will not change. */
export function finalTextAfter(pieces: number, assembly: PartialTranscript): TranscriptPiece {
  return joinPieces(assembly.pieces.slice(pieces));
}
