import { joinText } from '../../core/text.ts';
import type { Draft } from './draft.ts';
import { setUser } from './draft.ts';
import { pendingShape } from './shapes.ts';
import type { ClosedSegment, PendingSpeech } from './types.ts';

/** How many segments are remembered after their words are committed or dropped, for finals that come late. */
const CLOSED_KEPT = 32;

export function textOf(piece: PendingSpeech): string {
  return joinText(piece.finals, piece.interim);
}

/** The latest piece of a segment. */
export function findPending(draft: Draft, segment: number): PendingSpeech | undefined {
  return draft.floor.user.pending.findLast((piece) => piece.segment === segment);
}

export function addPending(draft: Draft, piece: PendingSpeech): void {
  setUser(draft, { pending: [...draft.floor.user.pending, piece] });
}

/** In front of the turn that waits. */
export function addPendingInFront(draft: Draft, piece: PendingSpeech): void {
  const { pending: pieces } = draft.floor.user;
  const at = pieces.findIndex(({ claim }) => claim === 'live');
  setUser(draft, { pending: at < 0 ? [...pieces, piece] : [...pieces.slice(0, at), piece, ...pieces.slice(at)] });
}

/** Replaces `piece` by a changed copy and returns that. */
export function setPending(draft: Draft, piece: PendingSpeech, change: Partial<PendingSpeech>): PendingSpeech {
  const changed = pendingShape({ ...piece, ...change });
  setUser(draft, { pending: draft.floor.user.pending.map((other) => (other === piece ? changed : other)) });
  return changed;
}

export function changePending(draft: Draft, change: (piece: PendingSpeech) => PendingSpeech): void {
  setUser(draft, { pending: draft.floor.user.pending.map(change) });
}

/** Takes pieces off the floor and remembers what became of their segments. */
export function closePending(draft: Draft, closed: readonly PendingSpeech[], turn: number | null): void {
  const fates = closed.flatMap((piece) => closedSegmentOf(piece, turn));
  setUser(draft, {
    pending: draft.floor.user.pending.filter((piece) => !closed.includes(piece)),
    closed: [...draft.floor.user.closed, ...fates].slice(-CLOSED_KEPT),
  });
}

function closedSegmentOf(piece: PendingSpeech, turn: number | null): readonly ClosedSegment[] {
  const { segment, interim } = piece;
  if (segment === null) return [];
  const text = textOf(piece);
  return [{ segment, turn, text: text === '' ? null : text, fromInterim: interim !== '' }];
}
