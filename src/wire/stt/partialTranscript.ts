import type { TranscriptDetails } from '../../core/speech.ts';
import { joinPieces } from './transcriptPiece.ts';
import type { TranscriptPiece } from './transcriptPiece.ts';

/** What has come of an utterance's text. */
export interface PartialTranscript {
  readonly pieces: readonly TranscriptPiece[];
  /** What the recogniser makes of what follows the pieces; without text: nothing yet. */
  readonly interim: TranscriptPiece;
}

export const emptyPiece: TranscriptPiece = { text: '', details: {} };

export const emptyTranscript: PartialTranscript = { pieces: [], interim: emptyPiece };

/** The interim before it is used up. */
export function withPiece(
  { pieces }: PartialTranscript,
  text: string,
  details: TranscriptDetails = {},
): PartialTranscript {
  return { pieces: [...pieces, { text, details }], interim: emptyPiece };
}

/** An empty interim replaces nothing. */
export function withInterim(
  { pieces, interim }: PartialTranscript,
  text: string,
  details: TranscriptDetails = {},
): PartialTranscript {
  return { pieces, interim: text.trim() === '' ? interim : { text, details } };
}

/** What will not change. */
export function finalText({ pieces }: PartialTranscript): TranscriptPiece {
  return joinPieces(pieces);
}

export function textSoFar({ pieces, interim }: PartialTranscript): TranscriptPiece {
  return joinPieces([...pieces, interim]);
}

/** What came behind the first `pieces` pieces and will not change. */
export function finalTextAfter(pieces: number, assembly: PartialTranscript): TranscriptPiece {
  return joinPieces(assembly.pieces.slice(pieces));
}
