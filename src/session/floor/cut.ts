import { addSpeaking } from './speaking.ts';
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
import { isOverlapping, isSpeaking, type SpokenSegment } from './user.ts';
import { decide, report, setFloor, setReply, setSound, type Draft } from './draft.ts';
import { dropBackchannels, hasWords } from './backchannels.ts';
import { effectOfWords } from './impatience.ts';
import { changeClaims, findPending, setSpoken } from './pending.ts';

/** The number of wordless cuts of a reply after which only words interrupt it. */
const WORDLESS_CUTS = 2;

/** Ends the reply for the user's words. Speech over it joins the waiting turn. */
export function interruptWithWords(draft: Draft): void {
  const { reply } = draft.floor;
  if (reply === null) return;
  dropBackchannels(draft);
  changeClaims(draft, (speech) => (isOverlapping(speech) ? 'live' : speech.claim));
  endReply(draft, hasSounded(reply) || isSuspended(reply) ? 'interrupted' : 'superseded');
}

/** Ends a reply for words if it is not yet audible, is suspended, or has long been silent. */
export function interruptIfUnheard(draft: Draft, spoken: SpokenSegment): void {
  const { reply, settings } = draft.floor;
  if (reply === null || spoken.claim === 'deferred') return;
  const isInSilence = spoken.voice?.inSilence === true && isAudible(reply) && settings.allowInterruptions;
  if (isInSilence || (!isOverlapping(spoken) && (effectOfWords(draft.floor) ?? 'end') === 'end'))
    interruptWithWords(draft);
}

/** Interrupts the audible agent for the user's voice (docs/turn-taking.md, "What interrupts the agent"). */
export function bargeIn(draft: Draft, { segment }: Interruption): void {
  const { reply, settings } = draft.floor;
  const spoken = findPending(draft, segment, isOverlapping) ?? addTalk(draft, segment);
  if (spoken === undefined || reply?.sound.phase !== 'audible') return;
  if (!settings.allowInterruptions) return void setSpoken(draft, spoken, { claim: 'queued' });
  if (hasWords(draft.floor, spoken)) return interruptWithWords(draft);
  // All its words are known: it is a backchannel.
  if (spoken.phase === 'ready' || spoken.voice?.inSilence === true) return;
  if (reply.wordlessCuts >= WORDLESS_CUTS) return;
  if (!settings.resumeAfterFalseInterruption) return interruptWithWords(draft);
  setSpoken(draft, spoken, { claim: 'live' });
  decideCut(draft, reply.turn, reply.sound.utterance);
  setSound(draft, createCutting(reply.sound, 'suspend'));
}

/** Adds the voice of a segment whose audio limit was reached while the user spoke. */
function addTalk(draft: Draft, segment: number): SpokenSegment | undefined {
  const { openSegment, pending } = draft.floor.user;
  if (openSegment?.segment !== segment || !openSegment.goesBeyond) return undefined;
  return pending.some((speech) => speech.kind === 'spoken' && speech.segment === segment)
    ? undefined
    : addSpeaking(draft, segment);
}

/**
 * Interrupts the agent for the application or the client. Nothing is resumed, and speech over the reply is deferred.
 */
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
 * Cuts the speech of the reply, and then cancels its generation; in the reverse order, one last frame would be sent.
 * The reply is over at once, or when the client has reported what it played.
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
