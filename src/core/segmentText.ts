import { joinText } from './text.ts';

/** Part of a segment's text. */
export interface TextPiece {
  readonly text: string;
}

/** The text of a segment so far. Pieces may carry more than their text, such as its words. */
export interface SegmentText<Piece extends TextPiece = TextPiece> {
  /** The pieces that will not change, in order; none is blank. */
  readonly finals: readonly Piece[];
  /** The provisional text after the finals; null if there is none. */
  readonly interim: Piece | null;
  /** The whole text, with one space between pieces. */
  readonly text: string;
}

export const noText: SegmentText<never> = { finals: [], interim: null, text: '' };

/** Appends a piece to the finals and drops the interim. A blank piece adds no text. */
export function addFinal<Piece extends TextPiece>(before: SegmentText<Piece>, piece: Piece): SegmentText<Piece> {
  const isBlank = piece.text.trim() === '';
  if (before.interim !== null) return create(isBlank ? before.finals : [...before.finals, piece], null);
  return isBlank
    ? before
    : { finals: [...before.finals, piece], interim: null, text: joinText(before.text, piece.text) };
}

/** Replaces the interim, unless the new one is blank. */
export function replaceInterim<Piece extends TextPiece>(text: SegmentText<Piece>, piece: Piece): SegmentText<Piece> {
  return piece.text.trim() === '' ? text : create(text.finals, piece);
}

/** Adds a final or replaces the interim. */
export function addTranscript(
  text: SegmentText,
  transcript: TextPiece & { readonly kind: 'interim' | 'final' },
): SegmentText {
  return transcript.kind === 'final' ? addFinal(text, transcript) : replaceInterim(text, transcript);
}

/** Returns all pieces, in order. */
export function piecesOf<Piece extends TextPiece>({ finals, interim }: SegmentText<Piece>): readonly Piece[] {
  return interim === null ? finals : [...finals, interim];
}

function create<Piece extends TextPiece>(finals: readonly Piece[], interim: Piece | null): SegmentText<Piece> {
  return { finals, interim, text: joinText(...finals.map(({ text }) => text), interim?.text ?? '') };
}
