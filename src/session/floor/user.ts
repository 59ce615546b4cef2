import type { Settlement, Transcript, VadEvent } from '../../core/speech.ts';
import { addFinal, addTranscript, noText } from '../../core/segmentText.ts';
import { joinText } from '../../core/text.ts';
import { createSpoken } from './create.ts';
import { interruptWithWords } from './cut.ts';
import {
  claimNow,
  isAudible,
  isCutting,
  isInLongSilence,
  isLive,
  isOverlapping,
  isSpeaking,
  isUnheardFirstMessage,
} from './derive.ts';
import { report, setSpeaking, setUser, type Draft } from './draft.ts';
import { addPending, addPendingInFront, closePending, findPending, setSpoken, textOf } from './pending.ts';
import type { Claim, ClosedSegment, SpokenSegment } from './state.ts';

const TRUNCATED = 'speech is longer than max_buffered_speech; the rest is not transcribed';
const NOISE = 'speech without words no longer holds the agent back';

/** Applies an event of the VAD: who speaks, for how long, and whether over the agent. */
export function applyVad(draft: Draft, event: VadEvent): void {
  if (event.kind === 'truncated') return report(draft, 'speech_truncated', TRUNCATED, { segment: event.segment });
  if (event.kind === 'started') startSegment(draft, event.segment);
  const spoken = findPending(draft, event.segment);
  if (spoken?.phase === 'speaking') measureVoice(draft, spoken, event);
  if (event.kind === 'ended') endSegment(draft, event.segment);
}

/** Adds the words of a segment, also of one that is closed. */
export function applyTranscript(draft: Draft, { kind, segment, text }: Transcript): void {
  if (text.trim() === '') return;
  const spoken = findPending(draft, segment);
  if (spoken === undefined) return applyLateTranscript(draft, { kind, segment, text });
  if (kind === 'interim' && spoken.phase === 'ready') return;
  addWords(draft, spoken, { kind, segment, text: textBeyond(closedTextOf(draft, segment), text) });
}

/** Makes the words of a segment ready, or drops it if it has none. Noise no longer counts as speech, though it goes on. */
export function applySettlement(draft: Draft, { segment, by }: Settlement): void {
  const spoken = findPending(draft, segment);
  if (spoken === undefined) return;
  if (by === 'noise') report(draft, 'noise', NOISE, { segment });
  const settled = setSpoken(draft, spoken, { phase: 'ready', endpointed: spoken.endpointed || by === 'noise' });
  if (textOf(settled) !== '') return;
  closePending(draft, [settled], null);
  if (by !== 'noise') report(draft, 'empty_turn', 'speech ended without words', { segment });
}

/** Adds typed text. It is ready at once and waits for no endpoint. */
export function addTyped(draft: Draft, text: string): void {
  if (text.trim() === '') return;
  const { reply, settings } = draft.floor;
  const waits =
    isUnheardFirstMessage(reply) || (claimNow(draft.floor) === 'overlapping' && !settings.allowInterruptions);
  if (!waits && reply !== null) interruptWithWords(draft);
  addPending(draft, { kind: 'typed', claim: waits ? 'queued' : 'live', text: text.trim() });
}

/** Marks what has been said so far as endpointed; a segment that is still spoken only if it has words. */
export function applyEndpoint(draft: Draft): void {
  setUser(draft, {
    pending: draft.floor.user.pending.map((speech) => {
      const isMarked = speech.kind === 'spoken' && (!isSpeaking(speech) || textOf(speech) !== '');
      return isMarked ? createSpoken({ ...speech, endpointed: true }) : speech;
    }),
  });
}

function startSegment(draft: Draft, segment: number): void {
  const speaking = draft.floor.user.openSegment?.speaking ?? false;
  setUser(draft, { openSegment: { segment, speaking } });
  addPending(draft, createSpeaking(draft, segment));
  setSpeaking(draft, true);
}

function measureVoice(draft: Draft, spoken: SpokenSegment, event: Exclude<VadEvent, { kind: 'truncated' }>): void {
  const { now, reply, settings } = draft.floor;
  const { voicedMs, atMs, lastVoicedMs } = event;
  const before = spoken.voice;
  const isVoiced = voicedMs > (before?.voicedMs ?? 0);
  const inSilence = before?.inSilence === true || (isVoiced && isInLongSilence(draft.floor));
  const isQueued = isOverlapping(spoken) && isUnheardFirstMessage(reply) && voicedMs >= settings.interruptMs;
  setSpoken(draft, spoken, {
    voice: { voicedMs, lastVoicedAt: now - (atMs - lastVoicedMs), inSilence },
    claim: isQueued ? 'queued' : spoken.claim,
  });
}

function endSegment(draft: Draft, segment: number): void {
  setSpeaking(draft, false);
  setUser(draft, { openSegment: null });
  const spoken = findPending(draft, segment);
  if (spoken?.phase === 'speaking') setSpoken(draft, spoken, { phase: 'awaiting_words' });
}

function addWords(draft: Draft, spoken: SpokenSegment, transcript: Transcript): void {
  if (transcript.text === '') return;
  const after = setSpoken(draft, spoken, { text: addTranscript(spoken.text, transcript) });
  if (textOf(after) !== textOf(spoken)) interruptIfAllowed(draft, after);
}

/** Ends a reply for new words if it is not audible yet, is suspended or has been silent for long. */
function interruptIfAllowed(draft: Draft, spoken: SpokenSegment): void {
  const { reply, settings } = draft.floor;
  if (reply === null || spoken.claim === 'deferred') return;
  const isInSilence = spoken.voice?.inSilence === true && isAudible(reply) && settings.allowInterruptions;
  if (isInSilence || !isOverlapping(spoken)) interruptWithWords(draft);
}

function applyLateTranscript(draft: Draft, transcript: Transcript): void {
  const { segment, kind, text } = transcript;
  const { user } = draft.floor;
  if (user.openSegment?.segment === segment) return continueSegment(draft, transcript);
  if (kind === 'interim') return;
  const closed = user.closed.findLast((other) => other.segment === segment);
  if (closed === undefined || closed.fromInterim)
    return report(draft, 'late_transcript', 'a final came after its turn was committed', { segment });
  addLateFinal(draft, closed, text);
}

/** Adds words behind noise, or behind an early commit, as those of a further segment. */
function continueSegment(draft: Draft, { kind, segment, text }: Transcript): void {
  const rest = textBeyond(closedTextOf(draft, segment), text);
  if (rest === '') return;
  setSpeaking(draft, true);
  const spoken = createSpeaking(draft, segment);
  addPending(draft, spoken);
  addWords(draft, spoken, { kind, segment, text: rest });
}

/** Adds a final whose segment had been settled without one. */
function addLateFinal(draft: Draft, closed: ClosedSegment, text: string): void {
  const { reply, user } = draft.floor;
  const { segment, turn } = closed;
  if (user.pending.some(isLive)) return addPendingInFront(draft, createFinal(segment, 'live', text));
  if (reply === null) return addPending(draft, createFinal(segment, turn === null ? 'live' : 'deferred', text));
  if (endsReply(draft, closed)) {
    interruptWithWords(draft);
    return addPending(draft, createFinal(segment, 'live', text));
  }
  const overlaps = isAudible(reply) || isUnheardFirstMessage(reply);
  const overlapping = turn === null ? 'queued' : 'overlapping';
  addPending(draft, createFinal(segment, overlaps ? overlapping : 'deferred', text));
}

/** Words that nobody answered end a reply like words that come in time; those of its own turn only before it is audible. */
function endsReply({ floor: { reply, settings } }: Draft, { turn }: ClosedSegment): boolean {
  if (isUnheardFirstMessage(reply)) return false;
  const unheard = !isAudible(reply) || isCutting(reply);
  return turn === null ? unheard || settings.allowInterruptions : unheard && reply?.turn === turn;
}

/** The words of a segment that were committed or dropped before. */
function closedTextOf(draft: Draft, segment: number): string {
  return joinText(...draft.floor.user.closed.filter((one) => one.segment === segment).map(({ text }) => text ?? ''));
}

/** The rest of `text` behind `known`; all of it if it does not begin so. */
function textBeyond(known: string, text: string): string {
  const said = text.trim();
  return known !== '' && said.toLowerCase().startsWith(known.toLowerCase()) ? said.slice(known.length).trim() : said;
}

function createSpeaking({ floor }: Draft, segment: number): SpokenSegment {
  const claim = claimNow(floor);
  return createSpoken({ segment, claim, phase: 'speaking', endpointed: false, text: noText, voice: null });
}

function createFinal(segment: number, claim: Claim, text: string): SpokenSegment {
  const final = addFinal(noText, { text });
  return createSpoken({ segment, claim, phase: 'ready', endpointed: true, text: final, voice: null });
}
