import { noText } from '../../core/segmentText.ts';
import type { Settlement, VadEvent } from '../../core/speech.ts';
import { createSpoken } from './create.ts';
import { hasWords, isBackchannel, settleBackchannel } from './backchannels.ts';
import { interruptIfUnheard, interruptOnRequest } from './cut.ts';
import { claimNow, isInLongSilence } from './derive.ts';
import { isUnheardFirstMessage } from './replyState.ts';
import type { Floor } from './state.ts';
import { isOverlapping, isSpeaking, PAUSE_MS, type SpokenSegment, type Voice } from './userState.ts';
import { report, setSpeaking, setUser, type Draft } from './draft.ts';
import { addPending, closePending, findPending, replacePending, setSpoken, textOf } from './pending.ts';

const TRUNCATED = 'speech is longer than max_buffered_speech; the rest is not transcribed';
const NOISE = 'speech without words no longer holds the agent back';

/** Applies an event of the VAD. */
export function applyVad(draft: Draft, event: VadEvent): void {
  if (event.kind === 'truncated') return report(draft, 'speech_truncated', TRUNCATED, { segment: event.segment });
  if (event.kind === 'started') startSegment(draft, event.segment);
  const spoken = findPending(draft, event.segment);
  if (spoken?.phase === 'speaking') measureVoice(draft, spoken, event);
  if (event.kind !== 'ended') return;
  if (event.by === 'clear') dropSegment(draft, event.segment);
  endSegment(draft, event.segment);
}

/** Makes the words of a segment ready, or drops it if it has none. Noise no longer counts as speech, though it goes on. */
export function applySettlement(draft: Draft, { segment, by }: Settlement): void {
  const spoken = findPending(draft, segment);
  if (spoken === undefined) return;
  const isNoise = by === 'noise';
  if (isNoise) report(draft, 'noise', NOISE, { segment });
  const phase = isNoise ? 'noise' : 'ready';
  const settled = setSpoken(draft, spoken, { phase, endpointed: spoken.endpointed || isNoise });
  if (isBackchannel(draft.floor, settled)) return settleBackchannel(draft, settled);
  if (textOf(settled) !== '') return;
  closePending(draft, [settled], null);
  if (!isNoise) report(draft, 'empty_turn', 'speech ended without words', { segment });
}

/** Marks the speech so far as endpointed; a segment that is still spoken only if it has words, and none are being said. */
export function applyEndpoint(draft: Draft): void {
  const { now } = draft.floor;
  replacePending(draft, (speech) => {
    if (speech.kind === 'typed') return speech;
    const isMarked = !isSpeaking(speech) || (textOf(speech) !== '' && !goesOn(speech, now));
    return isMarked ? createSpoken(speech, { endpointed: true }) : speech;
  });
}

/** Returns whether the user has gone on speaking since the latest words: who decided that the turn has ended did not know. */
function goesOn({ voice, wordsAt }: SpokenSegment, now: number): boolean {
  return voice !== null && voice.lastVoicedAt > (wordsAt ?? now) && now - voice.lastVoicedAt < PAUSE_MS;
}

/** Adds a segment whose words are still to come. */
export function addSpeaking(draft: Draft, segment: number): SpokenSegment {
  const claim = claimNow(draft.floor);
  const spoken = createSpoken({
    segment,
    claim,
    phase: 'speaking',
    endpointed: false,
    text: noText,
    wordsAt: null,
    waitsUntil: null,
    voice: null,
    saidOver: null,
  });
  addPending(draft, spoken);
  return spoken;
}

function startSegment(draft: Draft, segment: number): void {
  if (draft.floor.settings.speechInterrupts === true) interruptOnRequest(draft);
  const speaking = draft.floor.user.openSegment?.speaking ?? false;
  setUser(draft, { openSegment: { segment, speaking } });
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

type Measurement = Exclude<VadEvent, { kind: 'truncated' }>;

function createVoice(floor: Floor, before: Voice | null, { voicedMs, atMs, lastVoicedMs }: Measurement): Voice {
  const isVoiced = voicedMs > (before?.voicedMs ?? 0);
  const inSilence = before?.inSilence === true || (isVoiced && isInLongSilence(floor));
  return { voicedMs, lastVoicedAt: floor.now - (atMs - lastVoicedMs), inSilence };
}

/** Returns whether the speech, said before a first message, would interrupt it. */
function interruptsFirstMessage({ reply, settings }: Floor, spoken: SpokenSegment, { voicedMs }: Voice): boolean {
  return isOverlapping(spoken) && isUnheardFirstMessage(reply) && voicedMs >= settings.minSpeechMs;
}

/** Drops a segment that the user has taken back, with its words. */
function dropSegment(draft: Draft, segment: number): void {
  const { pending } = draft.floor.user;
  setUser(draft, { pending: pending.filter((speech) => speech.kind === 'typed' || speech.segment !== segment) });
}

function endSegment(draft: Draft, segment: number): void {
  setSpeaking(draft, false);
  setUser(draft, { openSegment: null });
  const spoken = findPending(draft, segment);
  if (spoken?.phase === 'speaking') setSpoken(draft, spoken, { phase: 'awaiting_words' });
}
