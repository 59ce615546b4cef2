import { addSpeaking } from './speaking.ts';
import { TALK_MS, type Settlement, type VadEvent } from '../../core/speech.ts';
import { createSpoken } from './create.ts';
import { hasWords, isBackchannel, settleBackchannel } from './backchannels.ts';
import { commitRemark, putOff } from './commit.ts';
import { effectOfWords } from './impatience.ts';
import { interruptIfUnheard, interruptOnRequest, interruptWithWords } from './cut.ts';
import { isInLongSilence } from './derive.ts';
import { isUnheardFirstMessage } from './replyState.ts';
import type { Floor } from './state.ts';
import { isLive, isOverlapping, isSpeaking, PAUSE_MS, type SpokenSegment, type Voice } from './user.ts';
import { report, setSpeaking, setUser, type Draft } from './draft.ts';
import { closePending, dropPending, findPending, replacePending, setSpoken, textOf } from './pending.ts';

const TRUNCATED = 'speech is longer than max_buffered_speech; the rest is not transcribed';
const NOISE = 'speech without words no longer holds the agent back';

/** Applies an event of the VAD. */
export function applyVad(draft: Draft, event: VadEvent): void {
  if (event.kind === 'truncated') return truncate(draft, event.segment);
  if (event.kind === 'started') startSegment(draft, event.segment);
  const spoken = findPending(draft, event.segment);
  if (spoken?.phase === 'speaking') measureVoice(draft, spoken, event);
  if (event.kind !== 'ended') return;
  measureClosed(draft, event);
  if (event.by === 'clear') dropPending(draft, event.segment);
  endSegment(draft, event.segment);
}

/**
 * Notes that no further words of a segment will be known. Sound shortly after words counts as talk: neither words nor
 * noise.
 */
function truncate(draft: Draft, segment: number): void {
  const { user, now } = draft.floor;
  const wordsAt = findPending(draft, segment)?.wordsAt ?? null;
  const goesBeyond = wordsAt !== null && now - wordsAt <= TALK_MS;
  if (user.openSegment?.segment === segment) setUser(draft, { openSegment: { ...user.openSegment, goesBeyond } });
  report(draft, 'speech_truncated', TRUNCATED, { segment });
}

/**
 * Makes the words of a segment ready, or drops it if it has none. Noise then no longer counts as speech, even while it
 * continues.
 */
export function applySettlement(draft: Draft, { segment, by }: Settlement): void {
  const spoken = findPending(draft, segment);
  if (spoken === undefined) return;
  const isNoise = by === 'noise';
  if (isNoise) report(draft, 'noise', NOISE, { segment });
  const phase = isNoise ? 'noise' : 'ready';
  const settled = setSpoken(draft, spoken, { phase, endpointed: spoken.endpointed || isNoise });
  if (settleRemark(draft, settled)) return;
  if (isBackchannel(draft.floor, settled)) return settleBackchannel(draft, settled);
  if (textOf(settled) !== '') return;
  closePending(draft, [settled], null);
  if (!isNoise) report(draft, 'empty_turn', 'speech ended without words', { segment });
}

/**
 * Adds a remark of a waiting user to the history, postpones a backchannel that joins waiting words, or ends the reply
 * for other words. Returns true for the former two.
 */
function settleRemark(draft: Draft, settled: SpokenSegment): boolean {
  if (!isLive(settled) || textOf(settled) === '') return false;
  const effect = effectOfWords(draft.floor);
  if (effect === 'remark') commitRemark(draft);
  if (effect === 'end' && hasWords(draft.floor, settled)) interruptWithWords(draft);
  const joinsWaiting = effect === 'wait' && isBackchannel(draft.floor, settled);
  if (joinsWaiting) putOff(draft);
  return effect === 'remark' || joinsWaiting;
}

/** Marks the speech so far as endpointed. An open segment is marked only if it has words and none are being said. */
export function applyEndpoint(draft: Draft): void {
  const { now } = draft.floor;
  replacePending(draft, (speech) => {
    if (speech.kind === 'typed') return speech;
    const isMarked = !isSpeaking(speech) || (textOf(speech) !== '' && !goesOn(speech, now));
    return isMarked ? createSpoken(speech, { endpointed: true }) : speech;
  });
}

/** Returns whether the user has gone on speaking since the latest words, unknown to the endpointing stage. */
function goesOn({ voice, wordsAt }: SpokenSegment, now: number): boolean {
  return voice !== null && voice.lastVoicedAt > (wordsAt ?? now) && now - voice.lastVoicedAt < PAUSE_MS;
}

function startSegment(draft: Draft, segment: number): void {
  if (draft.floor.settings.speechInterrupts === true) interruptOnRequest(draft);
  const speaking = draft.floor.user.openSegment?.speaking ?? false;
  setUser(draft, { openSegment: { segment, speaking, goesBeyond: false } });
  addSpeaking(draft, segment);
  setSpeaking(draft, true);
}

function measureVoice(draft: Draft, spoken: SpokenSegment, event: Measurement): void {
  const voice = createVoice(draft.floor, spoken.voice, event);
  const claim = interruptsFirstMessage(draft.floor, spoken, voice) ? 'queued' : spoken.claim;
  const after = setSpoken(draft, spoken, { voice, claim });
  const reachesSilence = voice.inSilence && spoken.voice?.inSilence !== true;
  if (reachesSilence && hasWords(draft.floor, after)) interruptIfUnheard(draft, after);
}

/** Records the voiced time of a segment that was closed before its end. */
function measureClosed(draft: Draft, event: Measurement): void {
  const { closed } = draft.floor.user;
  const at = closed.findLastIndex(({ segment, isSettled }) => segment === event.segment && !isSettled);
  const before = closed[at];
  if (before === undefined) return;
  setUser(draft, { closed: closed.with(at, { ...before, voice: createVoice(draft.floor, before.voice, event) }) });
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

function endSegment(draft: Draft, segment: number): void {
  setSpeaking(draft, false);
  setUser(draft, { openSegment: null });
  const spoken = findPending(draft, segment);
  if (spoken?.phase === 'speaking') setSpoken(draft, spoken, { phase: 'awaiting_words' });
}
