import type { PlayoutEvent } from '../../core/playout.ts';
import { createFloorState, createReply } from './create.ts';
import { isUnheardFirstMessage, type Reply } from './replyState.ts';
import type { Floor } from './state.ts';
import type { FloorEvent } from './types.ts';

/**
 * Returns the floor after an event that only continues what is under way, so that no rule applies: a window without voice,
 * a further frame of the voice, a further frame that was sent or played. Null for all other events. Most events are of these.
 */
export function continueFloor(before: Floor, event: FloorEvent, now: number): Floor | null {
  const { reply, ending } = before;
  if (ending !== null) return null;
  switch (event.kind) {
    case 'window':
      return event.voiced || isUnheardFirstMessage(reply) ? null : before;
    case 'speech':
      return event.event.kind === 'audio' && !isSilent(reply) ? before : null;
    case 'playout':
      return reply === null ? null : continueSound(before, reply, event.event, now);
    default:
      return null;
  }
}

/** Returns whether TTS has begun and brought no audio: its first frame changes the reply. */
function isSilent(reply: Reply | null): boolean {
  return reply !== null && 'synthesis' in reply.sound && reply.sound.synthesis === 'silent';
}

function continueSound(before: Floor, reply: Reply, event: PlayoutEvent, now: number): Floor | null {
  const { sound } = reply;
  if (sound.phase !== 'audible' || sound.utterance !== event.utterance) return null;
  if (event.kind !== 'sent' && event.kind !== 'played') return null;
  const { phase, utterance, synthesis, started } = sound;
  const lastSentAt = event.kind === 'sent' ? now : sound.lastSentAt;
  const after = createReply({
    ...reply,
    sound: { phase, utterance, synthesis, started, lastSentAt },
    lastSoundAt: now,
    slowReports: 0,
  });
  return createFloorState({ ...before, now, reply: after });
}
