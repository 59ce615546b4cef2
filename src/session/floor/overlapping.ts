import { setFloor, type Draft } from './draft.ts';
import { isSayRequest } from './derive.ts';
import { dropBackchannels } from './backchannels.ts';
import { changeClaims, replacePending } from './pending.ts';
import { createSpoken } from './create.ts';
import type { Floor } from './state.ts';
import { isOverlapping, isReady, isSpeaking, type PendingSpeech, type SpokenSegment } from './userState.ts';

/** Speech whose last voiced sample is at most so long before the agent stopped is answered at once: an early "yes". */
const EARLY_MS = 2000;
/** Voiced time that earlier speech needs to be answered. */
export const MIN_VOICED_MS = 200;
/** Time from the agent's stop for which earlier speech waits for what the user says next. */
const WAIT_MS = 1200;

/**
 * Resolves speech over the agent when it has finished: all of it is one turn (docs/turn-taking.md, "What happens to short
 * remarks"). One text that the application wants said goes in front of that, unless words of it are still to come.
 */
export function resolveOverlapping(draft: Draft): void {
  const { reply, now } = draft.floor;
  const stoppedAt = reply?.lastSoundAt ?? now;
  resolveBackchannels(draft);
  const sayWentFirst = waitsForSay(draft.floor);
  setFloor(draft, { sayWentFirst });
  if (sayWentFirst) return;
  replacePending(draft, (speech) => (isOverlapping(speech) ? resolve(speech, stoppedAt) : speech));
}

function waitsForSay({ queue: [next], sayWentFirst, user }: Floor): boolean {
  if (next === undefined || !isSayRequest(next) || sayWentFirst) return false;
  const overlapping = user.pending.filter(isOverlapping);
  return overlapping.length > 0 && overlapping.every(isReady);
}

/** Drops the backchannels, but those that answer the question at the end of the agent's speech. */
function resolveBackchannels(draft: Draft): void {
  const questionAt = draft.floor.reply?.questionAt ?? Number.POSITIVE_INFINITY;
  changeClaims(draft, (speech) => {
    const voice = speech.claim === 'backchannel' && speech.kind === 'spoken' ? speech.voice : null;
    return voice !== null && questionAt - voice.lastVoicedAt < EARLY_MS ? 'overlapping' : speech.claim;
  });
  dropBackchannels(draft);
}

function resolve(speech: PendingSpeech, stoppedAt: number): PendingSpeech {
  if (speech.kind === 'typed') return { ...speech, claim: 'live' };
  const mayInterrupt = speech.claim === 'queued' || isSpeaking(speech);
  if (mayInterrupt || isEarly(speech, stoppedAt)) return createSpoken({ ...speech, claim: 'live' });
  if (speech.voice !== null && speech.voice.voicedMs < MIN_VOICED_MS)
    return createSpoken({ ...speech, claim: 'deferred' });
  return createSpoken({ ...speech, claim: 'live', waitsUntil: stoppedAt + WAIT_MS });
}

function isEarly({ voice }: SpokenSegment, stoppedAt: number): boolean {
  return voice !== null && stoppedAt - voice.lastVoicedAt <= EARLY_MS;
}
