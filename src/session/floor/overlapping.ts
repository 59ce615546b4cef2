import { setFloor, type OpenStep } from './openStep.ts';
import { isSayRequest } from './derive.ts';
import { answersQuestion, dropBackchannels, EARLY_MS } from './backchannels.ts';
import { changeClaims, replacePending } from './pending.ts';
import { createSpoken } from './create.ts';
import type { Floor } from './state.ts';
import {
  isOverlapping,
  isReady,
  isSpeaking,
  type EndedSpeech,
  type PendingSpeech,
  type SpokenSegment,
} from './user.ts';

/** Minimum voiced time of earlier speech that is answered. */
export const MIN_VOICED_MS = 200;
/** How long earlier speech waits, after the agent's stop, for the user to go on. */
export const OVERLAP_WAIT_MS = 1200;

/**
 * Resolves speech over the agent when the agent has finished: all of it is one turn (docs/turn-taking.md, "What happens
 * to short remarks"). One text of the application goes first, unless words of the speech are still to come.
 */
export function resolveOverlapping(step: OpenStep): void {
  const speech = endSpeech(step.floor);
  resolveBackchannels(step);
  const sayWentFirst = waitsForSay(step.floor);
  setFloor(step, { sayWentFirst });
  if (sayWentFirst) return;
  replacePending(step, (pending) =>
    isOverlapping(pending) && pending.claim !== 'greeting' ? resolve(pending, speech) : pending,
  );
}

function endSpeech({ reply, now }: Floor): EndedSpeech {
  return {
    isFirstMessage: reply?.origin === 'first_message',
    stoppedAt: reply?.lastSoundAt ?? now,
    questionAt: reply?.questionAt ?? null,
  };
}

function waitsForSay({ queue: [next], sayWentFirst, user }: Floor): boolean {
  if (next === undefined || !isSayRequest(next) || sayWentFirst) return false;
  const overlapping = user.pending.filter(isOverlapping);
  return overlapping.length > 0 && overlapping.every(isReady);
}

/** Drops the backchannels, except those that answer the question at the end of the agent's speech. */
function resolveBackchannels(step: OpenStep): void {
  const questionAt = step.floor.reply?.questionAt ?? null;
  changeClaims(step, (speech) => {
    const isAnswer = speech.claim === 'backchannel' && speech.kind === 'spoken' && answersQuestion(speech, questionAt);
    return isAnswer ? 'overlapping' : speech.claim;
  });
  dropBackchannels(step);
}

function resolve(pending: PendingSpeech, ended: EndedSpeech): PendingSpeech {
  if (pending.kind === 'typed') return { ...pending, claim: 'live' };
  const saidOver = isReady(pending) ? null : ended;
  const mayInterrupt = pending.claim === 'queued' || isSpeaking(pending);
  if (mayInterrupt || isEarly(pending, ended.stoppedAt)) return createSpoken(pending, { claim: 'live', saidOver });
  if (pending.voice !== null && pending.voice.voicedMs < MIN_VOICED_MS)
    return createSpoken(pending, { claim: 'deferred', saidOver });
  return createSpoken(pending, { claim: 'live', waitsUntil: ended.stoppedAt + OVERLAP_WAIT_MS, saidOver });
}

function isEarly({ voice }: SpokenSegment, stoppedAt: number): boolean {
  return voice !== null && stoppedAt - voice.lastVoicedAt <= EARLY_MS;
}
