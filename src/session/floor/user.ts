import { AntiphonError } from '../../core/errors.ts';
import type { Settlement, Transcript, VadEvent } from '../../core/speech.ts';
import { joinText } from '../../core/text.ts';
import { interruptWithWords } from './cut.ts';
import { isAudible, isCutting, isInLongSilence, isUnheardFirstMessage, isWaiting, claimNow } from './derive.ts';
import type { Draft } from './draft.ts';
import { report, setSpeaking, setUser } from './draft.ts';
import {
  addPending,
  addPendingInFront,
  changePending,
  closePending,
  findPending,
  setPending,
  textOf,
} from './pending.ts';
import type { ClosedSegment, PendingSpeech } from './types.ts';

/** What the VAD hears: who speaks, for how long, and whether it is over the agent. */
export function applyVad(draft: Draft, event: VadEvent): void {
  if (event.kind === 'truncated') return reportTruncated(draft, event.segment);
  if (event.kind === 'started') {
    setUser(draft, { openSegment: event.segment });
    addPending(draft, { ...createPending(event.segment), claim: claimNow(draft.floor), open: true });
    setSpeaking(draft, true);
  }
  const piece = findPending(draft, event.segment);
  if (piece?.open) measureVoice(draft, piece, event);
  if (event.kind === 'ended') endSegment(draft, event.segment);
}

/** Words of a segment, or of one whose turn is gone. */
export function applyTranscript(draft: Draft, { kind, segment, text }: Transcript): void {
  if (text.trim() === '') return;
  const piece = findPending(draft, segment);
  if (piece === undefined) return applyLateTranscript(draft, { kind, segment, text });
  if (kind === 'interim' && piece.settled) return;
  addWords(draft, piece, { kind, segment, text: textBeyond(closedTextOf(draft, segment), text) });
}

/** It is known what becomes of a segment's words. */
export function applySettlement(draft: Draft, { segment, by }: Settlement): void {
  const piece = findPending(draft, segment);
  if (piece === undefined) return;
  const calm = by === 'noise' ? { open: false, endpointed: true } : {};
  if (by === 'noise') reportNoise(draft, segment);
  const done = setPending(draft, piece, { settled: true, ...calm });
  if (textOf(done) === '') {
    closePending(draft, [done], null);
    if (by !== 'noise') reportEmpty(draft, segment);
  }
}

/** Typed text is a final of its own; it waits for no endpoint. */
export function addTyped(draft: Draft, text: string): void {
  if (text.trim() === '') return;
  const { reply, settings } = draft.floor;
  const waits =
    isUnheardFirstMessage(reply) || (claimNow(draft.floor) === 'overlapping' && !settings.allowInterruptions);
  if (!waits && reply !== null) interruptWithWords(draft);
  addPending(draft, { ...createFinal(null, text), claim: waits ? 'overlapping' : 'live', promoted: waits });
}

/** The endpointing stage lets go what has been said so far. */
export function applyEndpoint(draft: Draft): void {
  changePending(draft, (piece) => (!piece.open || textOf(piece) !== '' ? { ...piece, endpointed: true } : piece));
}

function measureVoice(draft: Draft, piece: PendingSpeech, event: Exclude<VadEvent, { kind: 'truncated' }>): void {
  const { now, reply, settings } = draft.floor;
  const spoke = event.voicedMs > piece.voicedMs;
  const waited =
    piece.claim === 'overlapping' && isUnheardFirstMessage(reply) && event.voicedMs >= settings.interruptMs;
  setPending(draft, piece, {
    voicedMs: event.voicedMs,
    lastVoicedAt: now - (event.atMs - event.lastVoicedMs),
    inSilence: piece.inSilence || (spoke && isInLongSilence(draft.floor)),
    promoted: piece.promoted || waited,
  });
}

function endSegment(draft: Draft, segment: number): void {
  setUser(draft, { openSegment: null });
  const piece = findPending(draft, segment);
  if (piece?.open) setPending(draft, piece, { open: false });
  setSpeaking(draft, false);
}

function addWords(draft: Draft, piece: PendingSpeech, { kind, text }: Transcript): void {
  if (text === '') return;
  const before = textOf(piece);
  const words = kind === 'interim' ? { interim: text } : { finals: joinText(piece.finals, text), interim: '' };
  const after = setPending(draft, piece, words);
  if (textOf(after) !== before) interruptIfNew(draft, after);
}

/** New words end a reply that is not audible yet, one that is suspended, and one that is silent for long. */
function interruptIfNew(draft: Draft, piece: PendingSpeech): void {
  const { reply, settings } = draft.floor;
  if (reply === null) return;
  const overSpeech =
    piece.claim === 'overlapping' && !(piece.inSilence && isAudible(reply) && settings.allowInterruptions);
  if (!overSpeech && piece.claim !== 'deferred') interruptWithWords(draft);
}

function applyLateTranscript(draft: Draft, transcript: Transcript): void {
  const { segment, kind, text } = transcript;
  if (draft.floor.user.openSegment === segment) return continueSegment(draft, transcript);
  if (kind === 'interim') return;
  const fate = draft.floor.user.closed.findLast((other) => other.segment === segment);
  if (fate === undefined || fate.fromInterim) return reportLate(draft, segment);
  addLateFinal(draft, createFinal(segment, text), fate);
}

/** Words after noise, or after an early commit, are those of a further segment. */
function continueSegment(draft: Draft, { kind, segment, text }: Transcript): void {
  const rest = textBeyond(closedTextOf(draft, segment), text);
  if (rest === '') return;
  setSpeaking(draft, true);
  const piece: PendingSpeech = { ...createPending(segment), claim: claimNow(draft.floor), open: true };
  addPending(draft, piece);
  addWords(draft, piece, { kind, segment, text: rest });
}

/** A final whose segment had been settled without one (the law, section 4). */
function addLateFinal(draft: Draft, piece: PendingSpeech, fate: ClosedSegment): void {
  const { reply, user } = draft.floor;
  if (user.pending.some(isWaiting)) return addPendingInFront(draft, piece);
  if (reply === null) return addPending(draft, { ...piece, claim: fate.turn === null ? 'live' : 'deferred' });
  if (endsReply(draft, fate)) {
    interruptWithWords(draft);
    return addPending(draft, piece);
  }
  const claim = isAudible(reply) || isUnheardFirstMessage(reply) ? 'overlapping' : 'deferred';
  addPending(draft, { ...piece, claim, promoted: fate.turn === null });
}

/** Words that nobody answered end a reply like words that come in time; those of its own turn only before it is audible. */
function endsReply({ floor: { reply, settings } }: Draft, fate: ClosedSegment): boolean {
  if (isUnheardFirstMessage(reply)) return false;
  const unheard = !isAudible(reply) || isCutting(reply);
  return fate.turn === null ? unheard || settings.allowInterruptions : unheard && reply?.turn === fate.turn;
}

/** What was already committed, or stood for the words, of a segment that goes on. */
function closedTextOf(draft: Draft, segment: number): string {
  return joinText(...draft.floor.user.closed.filter((fate) => fate.segment === segment).map(({ text }) => text ?? ''));
}

/** What `text` says beyond what it begins with. */
function textBeyond(known: string, text: string): string {
  const said = text.trim();
  return known !== '' && said.toLowerCase().startsWith(known.toLowerCase()) ? said.slice(known.length).trim() : said;
}

function createPending(segment: number | null): PendingSpeech {
  return {
    segment,
    claim: 'live',
    open: false,
    settled: false,
    endpointed: false,
    finals: '',
    interim: '',
    voicedMs: 0,
    lastVoicedAt: Number.NEGATIVE_INFINITY,
    inSilence: false,
    promoted: false,
  };
}

function createFinal(segment: number | null, text: string): PendingSpeech {
  return { ...createPending(segment), finals: text.trim(), settled: true, endpointed: true };
}

function reportTruncated(draft: Draft, segment: number): void {
  report(
    draft,
    new AntiphonError('speech_truncated', 'speech is longer than max_buffered_speech; the rest is not transcribed', {
      failure: false,
      segment,
    }),
  );
}

function reportNoise(draft: Draft, segment: number): void {
  report(
    draft,
    new AntiphonError('noise', 'speech without words no longer holds the agent back', { failure: false, segment }),
  );
}

function reportEmpty(draft: Draft, segment: number): void {
  report(draft, new AntiphonError('empty_turn', 'speech ended without words', { failure: false, segment }));
}

function reportLate(draft: Draft, segment: number): void {
  report(
    draft,
    new AntiphonError('late_transcript', 'a final came after its turn was committed', { failure: false, segment }),
  );
}
