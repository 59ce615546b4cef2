import type { PlayoutEvent } from '../../core/playout.ts';
import type { SpeechEvent, TurnEvent } from '../../core/turn.ts';
import { createFloorState, createReply } from './create.ts';
import { isUnheardFirstMessage, type Reply } from './replyState.ts';
import { SAY_ROUND } from './reply.ts';
import type { Floor } from './state.ts';
import type { FloorEvent } from './types.ts';

/**
 * Returns the floor after an event that only continues what is under way, so that no rule applies and no decision
 * follows: a window without voice, further text of the reply, text sent to the voice, or a further frame that was
 * synthesised, sent or played. Most events are of this kind. Returns null for all other events, and for text while
 * words of the user wait.
 */
export function continueFloor(before: Floor, event: FloorEvent, now: number): Floor | null {
  const { reply, ending } = before;
  if (ending !== null) return null;
  switch (event.kind) {
    case 'window':
      return event.voiced || isUnheardFirstMessage(reply) ? null : before;
    case 'speech':
      return continuesSpeech(before, event.event) ? before : null;
    case 'reply':
      return continueText(before, event.event);
    case 'playout':
      return reply === null ? null : continueSound(before, reply, event.event, now);
    default:
      return null;
  }
}

/**
 * Returns whether the event changes nothing. The beginning, the first frame and the end of speech do change something.
 */
function continuesSpeech({ reply, user }: Floor, { kind }: SpeechEvent): boolean {
  if (kind === 'audio') return !isSilent(reply);
  if (kind === 'text' && reply?.hasSpeech !== true) return false;
  return user.pending.length === 0 && kind !== 'started' && kind !== 'ended';
}

/** Returns whether TTS has begun without any audio so far. */
function isSilent(reply: Reply | null): boolean {
  return reply !== null && 'synthesis' in reply.sound && reply.sound.synthesis === 'silent';
}

/**
 * Adds text to earlier text of the reply. Leaves the first text, text next to a filler, and text that the user talks
 * over to the rules.
 */
function continueText(before: Floor, event: TurnEvent): Floor | null {
  const { reply, user } = before;
  if (user.pending.length > 0) return null;
  if (event.kind === 'started' || event.kind === 'round') return before;
  if (event.kind !== 'text' || event.round === SAY_ROUND || event.turn !== reply?.turn) return null;
  if (!reply.hasText || (reply.filler !== 'none' && reply.filler !== 'over')) return null;
  return createFloorState(before, { reply: createReply(reply, { roundText: reply.roundText + event.delta }) });
}

function continueSound(before: Floor, reply: Reply, event: PlayoutEvent, now: number): Floor | null {
  const { sound } = reply;
  if (sound.phase !== 'audible' || sound.utterance !== event.utterance) return null;
  if (event.kind !== 'sent' && event.kind !== 'played') return null;
  const { phase, utterance, synthesis, started } = sound;
  const lastSentAt = event.kind === 'sent' ? now : sound.lastSentAt;
  const continued = createReply(reply);
  continued.sound = { phase, utterance, synthesis, started, lastSentAt };
  continued.lastSoundAt = now;
  continued.slowReports = 0;
  const after = createFloorState(before);
  after.now = now;
  after.reply = continued;
  return after;
}
