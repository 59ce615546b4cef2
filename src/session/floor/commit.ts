import { joinText } from '../../core/text.ts';
import { interruptWithWords } from './cut.ts';
import { isCutting, isWaiting } from './derive.ts';
import type { Draft } from './draft.ts';
import { decide, setFloor, setSpeaking } from './draft.ts';
import { closePending, textOf } from './pending.ts';
import type { Floor, PendingSpeech, CommittedFrom } from './types.ts';

/** Commits the turn that waits, if nothing stands against it (the law, sections 4, 6, 7 and 10). */
export function tryCommit(draft: Draft): void {
  if (draft.floor.ending !== null || isCutting(draft.floor.reply)) return;
  const due = piecesDue(draft.floor);
  if (due.length === 0) return waitForNothing(draft);
  if (draft.floor.reply !== null) interruptWithWords(draft);
  if (isCutting(draft.floor.reply)) return;
  if (draft.floor.rounds.length > 0)
    return setFloor(draft, { commitDueAt: draft.floor.commitDueAt ?? draft.floor.now });
  commit(draft, due);
}

/** Commits `pieces` as one turn, in the order in which they were said. */
export function commit(draft: Draft, pieces: readonly PendingSpeech[]): void {
  const { nextTurn, committing, user } = draft.floor;
  if (pieces.some((piece) => piece.segment !== null && piece.segment === user.openSegment)) setSpeaking(draft, false);
  closePending(draft, pieces, nextTurn);
  setFloor(draft, { nextTurn: nextTurn + 1, committing: committing + 1, commitDueAt: null });
  const turn = { turn: nextTurn, text: joinText(...pieces.map(textOf)) };
  decide(draft, { kind: 'commit', turn, from: createCommittedFrom(pieces) });
}

function waitForNothing(draft: Draft): void {
  if (draft.floor.commitDueAt !== null) setFloor(draft, { commitDueAt: null });
}

/** The pieces that make up a turn that is due now; none if no turn is. */
function piecesDue({ user }: Floor): readonly PendingSpeech[] {
  const candidates = user.pending.filter(({ claim }) => claim !== 'overlapping');
  const waiting = candidates.filter(isWaiting);
  if (waiting.some(({ segment }) => segment === null))
    return candidates.filter(({ open, settled }) => settled && !open);
  const spoken =
    waiting.length > 0 &&
    waiting.every(({ endpointed }) => endpointed) &&
    waiting.some((piece) => textOf(piece) !== '');
  return spoken && candidates.every(isDone) ? candidates : [];
}

/** Nothing more is to come of it, or the endpointing stage let its words go before. */
function isDone(piece: PendingSpeech): boolean {
  return (piece.settled && !piece.open) || (piece.endpointed && textOf(piece) !== '');
}

function createCommittedFrom(pieces: readonly PendingSpeech[]): CommittedFrom {
  const sources = pieces.map(({ segment }) => segment);
  return { segments: sources.filter((segment) => segment !== null), typed: sources.includes(null) };
}
