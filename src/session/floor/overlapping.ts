import { changePending } from './pending.ts';
import type { Draft } from './draft.ts';
import type { PendingSpeech } from './types.ts';

/** Speech whose last voiced sample is at most so long before the agent stopped is a turn of its own: an early "yes". */
const EARLY_MS = 2000;

/** The agent has finished: what was said over it is a turn by itself, or waits for the next one (the law, section 7). */
export function resolveOverlapping(draft: Draft): void {
  const stoppedAt = draft.floor.now;
  changePending(draft, (piece) =>
    piece.claim === 'overlapping' ? { ...piece, claim: isOwnTurn(piece, stoppedAt) ? 'live' : 'deferred' } : piece,
  );
}

function isOwnTurn(piece: PendingSpeech, stoppedAt: number): boolean {
  return piece.open || piece.promoted || stoppedAt - piece.lastVoicedAt <= EARLY_MS;
}
