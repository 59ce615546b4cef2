import { changePieces } from './pieces.ts';
import type { Draft } from './draft.ts';
import type { Piece } from './types.ts';

/** Speech whose last voiced sample is at most so long before the agent stopped is a turn of its own: an early "yes". */
const EARLY_MS = 2000;

/** The agent has finished: what was said over it is a turn by itself, or waits for the next one (the law, section 7). */
export function settleOver(draft: Draft): void {
  const stoppedAt = draft.floor.now;
  changePieces(draft, (piece) =>
    piece.standing === 'over' ? { ...piece, standing: isTurnByItself(piece, stoppedAt) ? 'live' : 'overheard' } : piece,
  );
}

function isTurnByItself(piece: Piece, stoppedAt: number): boolean {
  return piece.open || piece.promoted || stoppedAt - piece.lastVoicedAt <= EARLY_MS;
}
