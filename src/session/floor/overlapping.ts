import { isOverlapping, isSpeaking, type PendingSpeech } from './userState.ts';
import type { Draft } from './draft.ts';
import { changeClaims } from './pending.ts';

/** Speech whose last voiced sample is at most so long before the agent stopped is a turn of its own: an early "yes". */
const EARLY_MS = 2000;

/** Resolves the claims of speech over the agent when it has finished (docs/turn-taking.md, "What happens to short remarks"). */
export function resolveOverlapping(draft: Draft): void {
  const stoppedAt = draft.floor.now;
  changeClaims(draft, (speech) => {
    if (!isOverlapping(speech)) return speech.claim;
    return isOwnTurn(speech, stoppedAt) ? 'live' : 'deferred';
  });
}

function isOwnTurn(speech: PendingSpeech, stoppedAt: number): boolean {
  if (speech.claim === 'queued' || isSpeaking(speech)) return true;
  const voice = speech.kind === 'spoken' ? speech.voice : null;
  return voice !== null && stoppedAt - voice.lastVoicedAt <= EARLY_MS;
}
