import { reopenResults } from './background.ts';
import { allowsInterruptions } from './hold.ts';
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
import { decide, report, setFloor, setReply, setSound, type OpenStep } from './openStep.ts';
import { dropBackchannels, hasWords } from './backchannels.ts';
import { effectOfWords } from './impatience.ts';
import { changeClaims, findPending, setSpoken } from './pending.ts';

/** The number of wordless cuts of a reply after which only words interrupt it. */
export const WORDLESS_CUTS = 2;

/** Ends the reply for the user's words. Speech over it joins the waiting turn. */
export function interruptWithWords(step: OpenStep): void {
  const { reply } = step.floor;
  if (reply === null) return;
  dropBackchannels(step);
  changeClaims(step, (speech) => (isOverlapping(speech) ? 'live' : speech.claim));
  reopenResults(step, reply);
  endReply(step, hasSounded(reply) || isSuspended(reply) ? 'interrupted' : 'superseded');
}

/** Ends a reply for words if it is not yet audible, is suspended, or has long been silent. */
export function interruptIfUnheard(step: OpenStep, spoken: SpokenSegment): void {
  const { reply } = step.floor;
  if (reply === null || spoken.claim === 'deferred') return;
  const isInSilence = spoken.voice?.inSilence === true && isAudible(reply) && allowsInterruptions(step.floor);
  if (isInSilence || (!isOverlapping(spoken) && (effectOfWords(step.floor) ?? 'end') === 'end'))
    interruptWithWords(step);
}

/** Interrupts the agent for a segment that has words, although they are not known. */
export function interruptWithAudio(step: OpenStep, spoken: SpokenSegment): void {
  if (!isOverlapping(spoken)) return interruptIfUnheard(step, spoken);
  if (!isAudible(step.floor.reply)) return;
  if (allowsInterruptions(step.floor)) interruptWithWords(step);
  else setSpoken(step, spoken, { claim: 'queued' });
}

/** Interrupts the audible agent for the user's voice (docs/turn-taking.md, "What interrupts the agent"). */
export function bargeIn(step: OpenStep, { segment }: Interruption): void {
  const { reply, settings } = step.floor;
  const spoken = findPending(step, segment, isOverlapping) ?? addTalk(step, segment);
  if (spoken === undefined || reply?.sound.phase !== 'audible') return;
  if (!allowsInterruptions(step.floor)) return void setSpoken(step, spoken, { claim: 'queued' });
  if (countsAsWords(step, spoken)) return interruptWithWords(step);
  // All its words are known: it is a backchannel.
  if (spoken.phase === 'ready' || spoken.voice?.inSilence === true) return;
  if (reply.wordlessCuts >= WORDLESS_CUTS) return;
  if (!settings.resumeAfterFalseInterruption) return interruptWithWords(step);
  setSpoken(step, spoken, { claim: 'live' });
  decideCut(step, reply.turn, reply.sound.utterance);
  setSound(step, createCutting(reply.sound, 'suspend'));
}

/** Returns whether the segment has words. Without a recogniser, voice of that length counts as words that are not known. */
function countsAsWords(step: OpenStep, spoken: SpokenSegment): boolean {
  if (step.floor.settings.speechModel !== 'alone') return hasWords(step.floor, spoken);
  setSpoken(step, spoken, { owesWords: true });
  return true;
}

/** Adds the voice of a segment whose audio limit was reached while the user spoke. */
function addTalk(step: OpenStep, segment: number): SpokenSegment | undefined {
  const { openSegment, pending } = step.floor.user;
  if (openSegment?.segment !== segment || !openSegment.goesBeyond) return undefined;
  return pending.some((speech) => speech.kind === 'spoken' && speech.segment === segment)
    ? undefined
    : addSpeaking(step, segment);
}

/**
 * Interrupts the agent for the application or the client. Nothing is resumed, and speech over the reply is deferred.
 */
export function interruptOnRequest(step: OpenStep): void {
  const { reply } = step.floor;
  if (reply === null) return;
  if (!allowsInterruptions(step.floor))
    return report(step, 'interrupt_refused', 'interruptions are not allowed', { turn: reply.turn });
  dropBackchannels(step);
  changeClaims(step, (speech) => {
    if (!isOverlapping(speech)) return speech.claim;
    return isSpeaking(speech) ? 'live' : 'deferred';
  });
  endReply(step, hasSounded(reply) ? 'interrupted' : 'superseded');
}

/**
 * Cuts the speech of the reply, and then cancels its generation; in the reverse order, one last frame would be sent.
 * The reply is over at once, or when the client has reported what it played.
 */
export function endReply(
  step: OpenStep,
  reason: EndReason,
  purpose: Exclude<CutPurpose, 'suspend'> = 'interrupt',
): void {
  const { reply, queue } = step.floor;
  if (reply === null || (reply.sound.phase === 'cutting' && !isSuspended(reply))) return;
  const { turn, sound } = reply;
  if (purpose !== 'end_session') decide(step, { kind: 'cut_calls', turn, reason });
  if (sound.phase === 'synthesising' || sound.phase === 'audible') decideCut(step, turn, sound.utterance);
  decide(step, { kind: 'end_reply', turn, reason });
  const generation = isUnfinished(step, reply) ? 'aborted' : 'complete';
  setFloor(step, { queue: queue.filter(({ kind }) => kind !== 'say'), sayWentFirst: false });
  if (sound.phase === 'audible') setReply(step, { generation, sound: createCutting(sound, purpose) });
  else if (sound.phase === 'cutting') setReply(step, { generation, sound: createCutting(sound, 'interrupt') });
  else setFloor(step, { reply: null });
}

function isUnfinished({ floor: { rounds } }: OpenStep, { turn, generation }: Reply): boolean {
  return generation !== 'complete' || rounds.some((round) => round.turn === turn);
}

function decideCut(step: OpenStep, turn: number, utterance: string): void {
  decide(step, { kind: 'cut', turn, utterance });
}

function createCutting(sound: AudibleSound | CuttingSound, purpose: CutPurpose): CuttingSound {
  const { utterance, started, lastSentAt } = sound;
  return { phase: 'cutting', utterance, started, lastSentAt, purpose };
}
