import { addSpeaking } from './speaking.ts';
import { TALK_MS, type Settlement, type VadEvent } from '../../core/speech.ts';
import { createSpoken } from './create.ts';
import { hasWords, isBackchannel, settleBackchannel } from './backchannels.ts';
import { commitRemark, putOff } from './commit.ts';
import { effectOfWords } from './impatience.ts';
import { interruptIfUnheard, interruptOnRequest, interruptWithAudio, interruptWithWords } from './cut.ts';
import { isInLongSilence } from './derive.ts';
import { isUnheardFirstMessage } from './replyState.ts';
import type { Floor } from './state.ts';
import { isLive, isOverlapping, isSpeaking, PAUSE_MS, type SpokenSegment, type Voice } from './user.ts';
import { report, setSpeaking, setUser, type OpenStep } from './openStep.ts';
import { closePending, dropPending, findPending, replacePending, setSpoken, hasText, textOf } from './pending.ts';
import { giveUpWords } from './reserved.ts';

const TRUNCATED = 'speech is longer than max_buffered_speech; the rest is not transcribed';
const NOISE = 'speech without words no longer holds the agent back';

/** Applies an event of the VAD. */
export function applyVad(step: OpenStep, event: VadEvent): void {
  if (event.kind === 'truncated') return truncate(step, event.segment);
  if (event.kind === 'started') startSegment(step, event.segment);
  const spoken = findPending(step, event.segment);
  if (spoken?.phase === 'speaking') measureVoice(step, spoken, event);
  if (event.kind !== 'ended') return;
  measureClosed(step, event);
  if (event.by === 'clear') dropPending(step, event.segment);
  endSegment(step, event.segment);
}

/**
 * Notes that no further words of a segment will be known. Sound shortly after words counts as talk: neither words nor
 * noise.
 */
function truncate(step: OpenStep, segment: number): void {
  const { user, now } = step.floor;
  const wordsAt = findPending(step, segment)?.wordsAt ?? null;
  const goesBeyond = wordsAt !== null && now - wordsAt <= TALK_MS;
  if (user.openSegment?.segment === segment) setUser(step, { openSegment: { ...user.openSegment, goesBeyond } });
  report(step, 'speech_truncated', TRUNCATED, { segment });
}

/**
 * Makes the words of a segment ready, or drops it if it has none. Noise then no longer counts as speech, even while it
 * continues.
 */
export function applySettlement(step: OpenStep, { segment, by }: Settlement): void {
  const spoken = findPending(step, segment);
  if (spoken === undefined) return giveUpWords(step, segment);
  const isNoise = by === 'noise';
  if (isNoise) report(step, 'noise', NOISE, { segment });
  const phase = isNoise ? 'noise' : 'ready';
  const owesWords = spoken.owesWords || by === 'audio';
  const settled = setSpoken(step, spoken, { phase, endpointed: spoken.endpointed || isNoise, owesWords });
  if (owesWords) return interruptWithAudio(step, settled);
  if (settleRemark(step, settled)) return;
  if (isBackchannel(step.floor, settled)) return settleBackchannel(step, settled);
  if (textOf(settled) !== '') return;
  closePending(step, [settled], null);
  if (!isNoise) report(step, 'empty_turn', 'speech ended without words', { segment });
}

/**
 * Adds a remark of a waiting user to the history, postpones a backchannel that joins waiting words, or ends the reply
 * for other words. Returns true for the former two.
 */
function settleRemark(step: OpenStep, settled: SpokenSegment): boolean {
  if (!isLive(settled) || textOf(settled) === '') return false;
  const effect = effectOfWords(step.floor);
  if (effect === 'remark') commitRemark(step);
  if (effect === 'end' && hasWords(step.floor, settled)) interruptWithWords(step);
  const joinsWaiting = effect === 'wait' && isBackchannel(step.floor, settled);
  if (joinsWaiting) putOff(step);
  return effect === 'remark' || joinsWaiting;
}

/** Marks the speech so far as endpointed. An open segment is marked only if it has words and none are being said. */
export function applyEndpoint(step: OpenStep): void {
  const { now } = step.floor;
  replacePending(step, (speech) => {
    if (speech.kind === 'typed') return speech;
    const isMarked = !isSpeaking(speech) || (hasText(speech) && !goesOn(speech, now));
    return isMarked ? createSpoken(speech, { endpointed: true }) : speech;
  });
}

/** Returns whether the user has gone on speaking since the latest words, unknown to the endpointing stage. */
function goesOn({ voice, wordsAt }: SpokenSegment, now: number): boolean {
  return voice !== null && voice.lastVoicedAt > (wordsAt ?? now) && now - voice.lastVoicedAt < PAUSE_MS;
}

function startSegment(step: OpenStep, segment: number): void {
  if (step.floor.settings.speechInterrupts === true) interruptOnRequest(step);
  const speaking = step.floor.user.openSegment?.speaking ?? false;
  setUser(step, { openSegment: { segment, speaking, goesBeyond: false } });
  addSpeaking(step, segment);
  setSpeaking(step, true);
}

function measureVoice(step: OpenStep, spoken: SpokenSegment, event: Measurement): void {
  const voice = createVoice(step.floor, spoken.voice, event);
  const claim = interruptsFirstMessage(step.floor, spoken, voice) ? 'queued' : spoken.claim;
  const after = setSpoken(step, spoken, { voice, claim });
  const reachesSilence = voice.inSilence && spoken.voice?.inSilence !== true;
  if (reachesSilence && hasWords(step.floor, after)) interruptIfUnheard(step, after);
}

/** Records the voiced time of a segment that was closed before its end. */
function measureClosed(step: OpenStep, event: Measurement): void {
  const { closed } = step.floor.user;
  const at = closed.findLastIndex(({ segment, isSettled }) => segment === event.segment && !isSettled);
  const before = closed[at];
  if (before === undefined) return;
  setUser(step, { closed: closed.with(at, { ...before, voice: createVoice(step.floor, before.voice, event) }) });
}

type Measurement = Exclude<VadEvent, { kind: 'truncated' }>;

function createVoice(floor: Floor, before: Voice | null, { voicedMs, atMs, lastVoicedMs }: Measurement): Voice {
  const isVoiced = voicedMs > (before?.voicedMs ?? 0);
  const inSilence = before?.inSilence === true || (isVoiced && isInLongSilence(floor));
  return { voicedMs, lastVoicedAt: floor.now - (atMs - lastVoicedMs), inSilence };
}

/** Returns whether speech that began before a first message would interrupt it. */
function interruptsFirstMessage({ reply, settings }: Floor, spoken: SpokenSegment, { voicedMs }: Voice): boolean {
  return isOverlapping(spoken) && isUnheardFirstMessage(reply) && voicedMs >= settings.minSpeechMs;
}

function endSegment(step: OpenStep, segment: number): void {
  setSpeaking(step, false);
  setUser(step, { openSegment: null });
  const spoken = findPending(step, segment);
  if (spoken?.phase === 'speaking') setSpoken(step, spoken, { phase: 'awaiting_words' });
}
