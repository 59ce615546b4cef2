import type { Interruption } from '../../core/speech.ts';
import type { EndReason } from '../../core/turn.ts';
import {
  hasSounded,
  isAudible,
  isSuspended,
  type AudibleSound,
  type CutPurpose,
  type CuttingSound,
  type Reply,
} from './replyState.ts';
import { isOverlapping, isSpeaking, type SpokenSegment } from './userState.ts';
import { decide, report, setFloor, setReply, setSound, type Draft } from './draft.ts';
import { dropBackchannels, hasWords } from './backchannels.ts';
import { changeClaims, findPending, setSpoken } from './pending.ts';

/** The number of cuts without words of one reply after which only words interrupt it. */
const WORDLESS_CUTS = 2;

/** Ends the reply for the user's words. Speech over it belongs to the turn that waits. */
export function interruptWithWords(draft: Draft): void {
  const { reply } = draft.floor;
  if (reply === null) return;
  dropBackchannels(draft);
  changeClaims(draft, (speech) => (isOverlapping(speech) ? 'live' : speech.claim));
  endReply(draft, hasSounded(reply) || isSuspended(reply) ? 'interrupted' : 'superseded');
}

/** Ends a reply for words if it is not audible yet, is suspended or has been silent for long. */
export function interruptIfUnheard(draft: Draft, spoken: SpokenSegment): void {
  const { reply, settings } = draft.floor;
  if (reply === null || spoken.claim === 'deferred') return;
  const isInSilence = spoken.voice?.inSilence === true && isAudible(reply) && settings.allowInterruptions;
  if (isInSilence || !isOverlapping(spoken)) interruptWithWords(draft);
}

/** Interrupts the audible agent for the user's voice (docs/turn-taking.md, "What interrupts the agent"). */
export function bargeIn(draft: Draft, { segment }: Interruption): void {
  const { reply, settings } = draft.floor;
  const spoken = findPending(draft, segment, isOverlapping);
  if (spoken === undefined || reply?.sound.phase !== 'audible') return;
  if (!settings.allowInterruptions) return void setSpoken(draft, spoken, { claim: 'queued' });
  if (hasWords(draft.floor, spoken)) return interruptWithWords(draft);
  // All of its words are known: a backchannel.
  if (spoken.phase === 'ready' || spoken.voice?.inSilence === true) return;
  if (reply.wordlessCuts >= WORDLESS_CUTS) return;
  if (!settings.resumeAfterFalseInterruption) return interruptWithWords(draft);
  setSpoken(draft, spoken, { claim: 'live' });
  decideCut(draft, reply.turn, reply.sound.utterance);
  setSound(draft, createCutting(reply.sound, 'suspend'));
}

/** Interrupts the agent for the application or the client: nothing is resumed, speech over it is deferred. */
export function interruptOnRequest(draft: Draft): void {
  const { reply, settings } = draft.floor;
  if (reply === null) return;
  if (!settings.allowInterruptions)
    return report(draft, 'interrupt_refused', 'interruptions are not allowed', { turn: reply.turn });
  dropBackchannels(draft);
  changeClaims(draft, (speech) => {
    if (!isOverlapping(speech)) return speech.claim;
    return isSpeaking(speech) ? 'live' : 'deferred';
  });
  endReply(draft, hasSounded(reply) ? 'interrupted' : 'superseded');
}

/**
 * Cuts the speech of the reply and then cancels its generation: the other way round, a last frame would be sent. The reply is
 * over at once, or when the client has reported what it played.
 */
export function endReply(draft: Draft, reason: EndReason, purpose: Exclude<CutPurpose, 'suspend'> = 'interrupt'): void {
  const { reply, queue } = draft.floor;
  if (reply === null || (reply.sound.phase === 'cutting' && !isSuspended(reply))) return;
  const { turn, sound } = reply;
  if (purpose !== 'end_session') decide(draft, { kind: 'cut_calls', turn, reason });
  if (sound.phase === 'synthesising' || sound.phase === 'audible') decideCut(draft, turn, sound.utterance);
  decide(draft, { kind: 'end_reply', turn, reason });
  const generation = isUnfinished(draft, reply) ? 'aborted' : 'complete';
  setFloor(draft, { queue: queue.filter(({ kind }) => kind === 'respond'), sayWentFirst: false });
  if (sound.phase === 'audible') setReply(draft, { generation, sound: createCutting(sound, purpose) });
  else if (sound.phase === 'cutting') setReply(draft, { generation, sound: createCutting(sound, 'interrupt') });
  else setFloor(draft, { reply: null });
}

function isUnfinished({ floor: { rounds } }: Draft, { turn, generation }: Reply): boolean {
  return generation !== 'complete' || rounds.some((round) => round.turn === turn);
}

function decideCut(draft: Draft, turn: number, utterance: string): void {
  decide(draft, { kind: 'cut', turn, utterance });
}

function createCutting(sound: AudibleSound | CuttingSound, purpose: CutPurpose): CuttingSound {
  const { utterance, started, lastSentAt } = sound;
  return { phase: 'cutting', utterance, started, lastSentAt, purpose };
}
