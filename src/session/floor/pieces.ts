import { joinText } from '../../core/text.ts';
import type { Draft } from './draft.ts';
import { setUser } from './draft.ts';
import { pieceShape } from './shapes.ts';
import type { Fate, Piece } from './types.ts';

/** How many segments are remembered after their words are committed or dropped, for finals that come late. */
const FATES_KEPT = 32;

export function textOf(piece: Piece): string {
  return joinText(piece.finals, piece.interim);
}

/** The latest piece of a segment. */
export function pieceOf(draft: Draft, segment: number): Piece | undefined {
  return draft.floor.user.pieces.findLast((piece) => piece.segment === segment);
}

export function addPiece(draft: Draft, piece: Piece): void {
  setUser(draft, { pieces: [...draft.floor.user.pieces, piece] });
}

/** In front of the turn that waits. */
export function addPieceInFront(draft: Draft, piece: Piece): void {
  const { pieces } = draft.floor.user;
  const at = pieces.findIndex(({ standing }) => standing === 'live');
  setUser(draft, { pieces: at < 0 ? [...pieces, piece] : [...pieces.slice(0, at), piece, ...pieces.slice(at)] });
}

/** Replaces `piece` by a changed copy and returns that. */
export function setPiece(draft: Draft, piece: Piece, change: Partial<Piece>): Piece {
  const changed = pieceShape({ ...piece, ...change });
  setUser(draft, { pieces: draft.floor.user.pieces.map((other) => (other === piece ? changed : other)) });
  return changed;
}

export function changePieces(draft: Draft, change: (piece: Piece) => Piece): void {
  setUser(draft, { pieces: draft.floor.user.pieces.map(change) });
}

/** Takes pieces off the floor and remembers what became of their segments. */
export function closePieces(draft: Draft, closed: readonly Piece[], turn: number | null): void {
  const fates = closed.flatMap((piece) => fateOf(piece, turn));
  setUser(draft, {
    pieces: draft.floor.user.pieces.filter((piece) => !closed.includes(piece)),
    fates: [...draft.floor.user.fates, ...fates].slice(-FATES_KEPT),
  });
}

function fateOf(piece: Piece, turn: number | null): readonly Fate[] {
  const { segment, interim } = piece;
  if (segment === null) return [];
  const text = textOf(piece);
  return [{ segment, turn, text: text === '' ? null : text, standIn: interim !== '' }];
}
