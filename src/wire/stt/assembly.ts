import type { TranscriptDetails } from '../../core/speech.ts';
import { joinedPieces } from './pieces.ts';
import type { Piece } from './pieces.ts';

/** What has come of an utterance's text. */
export interface Assembly {
  readonly pieces: readonly Piece[];
  /** What the recogniser makes of what follows the pieces; without text: nothing yet. */
  readonly interim: Piece;
}

export const nothing: Piece = { text: '', details: {} };

export const nothingCame: Assembly = { pieces: [], interim: nothing };

/** The interim before it is used up. */
export function withPiece({ pieces }: Assembly, text: string, details: TranscriptDetails = {}): Assembly {
  return { pieces: [...pieces, { text, details }], interim: nothing };
}

/** An empty interim replaces nothing. */
export function withInterim({ pieces, interim }: Assembly, text: string, details: TranscriptDetails = {}): Assembly {
  return { pieces, interim: text.trim() === '' ? interim : { text, details } };
}

/** What will not change. */
export function fixedPart({ pieces }: Assembly): Piece {
  return joinedPieces(pieces);
}

export function partSoFar({ pieces, interim }: Assembly): Piece {
  return joinedPieces([...pieces, interim]);
}

/** What came behind the first `pieces` pieces and will not change. */
export function fixedPartAfter(pieces: number, assembly: Assembly): Piece {
  return joinedPieces(assembly.pieces.slice(pieces));
}
