import { AntiphonError } from '../../core/errors.ts';
import type { Settlement, Transcript, VadEvent } from '../../core/speech.ts';
import { joinText } from '../../core/text.ts';
import { endByWords } from './cut.ts';
import { isAudible, isCutting, isInLongSilence, isUnheardFirstMessage, isWaiting, standingNow } from './derive.ts';
import type { Draft } from './draft.ts';
import { report, setSpeaking, setUser } from './draft.ts';
import { addPiece, addPieceInFront, changePieces, closePieces, pieceOf, setPiece, textOf } from './pieces.ts';
import type { Fate, Piece } from './types.ts';

/** What the VAD hears: who speaks, for how long, and whether it is over the agent. */
export function heardVoice(draft: Draft, event: VadEvent): void {
  if (event.kind === 'truncated') return reportTruncated(draft, event.segment);
  if (event.kind === 'started') {
    setUser(draft, { openSegment: event.segment });
    addPiece(draft, { ...emptyPiece(event.segment), standing: standingNow(draft.floor), open: true });
    setSpeaking(draft, true);
  }
  const piece = pieceOf(draft, event.segment);
  if (piece?.open) measure(draft, piece, event);
  if (event.kind === 'ended') segmentEnded(draft, event.segment);
}

/** Words of a segment, or of one whose turn is gone. */
export function heardWords(draft: Draft, { kind, segment, text }: Transcript): void {
  if (text.trim() === '') return;
  const piece = pieceOf(draft, segment);
  if (piece === undefined) return heardLate(draft, { kind, segment, text });
  if (kind === 'interim' && piece.settled) return;
  addWords(draft, piece, { kind, segment, text: beyond(spent(draft, segment), text) });
}

/** It is known what becomes of a segment's words. */
export function settled(draft: Draft, { segment, by }: Settlement): void {
  const piece = pieceOf(draft, segment);
  if (piece === undefined) return;
  const calm = by === 'noise' ? { open: false, endpointed: true } : {};
  if (by === 'noise') reportNoise(draft, segment);
  const done = setPiece(draft, piece, { settled: true, ...calm });
  if (textOf(done) === '') {
    closePieces(draft, [done], null);
    if (by !== 'noise') reportEmpty(draft, segment);
  }
}

/** Typed text is a final of its own; it waits for no endpoint. */
export function typed(draft: Draft, text: string): void {
  if (text.trim() === '') return;
  const { reply, settings } = draft.floor;
  const waits = isUnheardFirstMessage(reply) || (standingNow(draft.floor) === 'over' && !settings.allowInterruptions);
  if (!waits && reply !== null) endByWords(draft);
  addPiece(draft, { ...finalPiece(null, text), standing: waits ? 'over' : 'live', promoted: waits });
}

/** The endpointing stage lets go what has been said so far. */
export function endpointed(draft: Draft): void {
  changePieces(draft, (piece) => (!piece.open || textOf(piece) !== '' ? { ...piece, endpointed: true } : piece));
}

function measure(draft: Draft, piece: Piece, event: Exclude<VadEvent, { kind: 'truncated' }>): void {
  const { now, reply, settings } = draft.floor;
  const spoke = event.voicedMs > piece.voicedMs;
  const waited = piece.standing === 'over' && isUnheardFirstMessage(reply) && event.voicedMs >= settings.interruptMs;
  setPiece(draft, piece, {
    voicedMs: event.voicedMs,
    lastVoicedAt: now - (event.atMs - event.lastVoicedMs),
    inSilence: piece.inSilence || (spoke && isInLongSilence(draft.floor)),
    promoted: piece.promoted || waited,
  });
}

function segmentEnded(draft: Draft, segment: number): void {
  setUser(draft, { openSegment: null });
  const piece = pieceOf(draft, segment);
  if (piece?.open) setPiece(draft, piece, { open: false });
  setSpeaking(draft, false);
}

function addWords(draft: Draft, piece: Piece, { kind, text }: Transcript): void {
  if (text === '') return;
  const before = textOf(piece);
  const words = kind === 'interim' ? { interim: text } : { finals: joinText(piece.finals, text), interim: '' };
  const after = setPiece(draft, piece, words);
  if (textOf(after) !== before) cameWithWords(draft, after);
}

/** New words end a reply that is not audible yet, one that is suspended, and one that is silent for long. */
function cameWithWords(draft: Draft, piece: Piece): void {
  const { reply, settings } = draft.floor;
  if (reply === null) return;
  const overSpeech = piece.standing === 'over' && !(piece.inSilence && isAudible(reply) && settings.allowInterruptions);
  if (!overSpeech && piece.standing !== 'overheard') endByWords(draft);
}

function heardLate(draft: Draft, transcript: Transcript): void {
  const { segment, kind, text } = transcript;
  if (draft.floor.user.openSegment === segment) return heardFurther(draft, transcript);
  if (kind === 'interim') return;
  const fate = draft.floor.user.fates.findLast((other) => other.segment === segment);
  if (fate === undefined || fate.standIn) return reportLate(draft, segment);
  lateFinal(draft, finalPiece(segment, text), fate);
}

/** Words after noise, or after an early commit, are those of a further segment. */
function heardFurther(draft: Draft, { kind, segment, text }: Transcript): void {
  const rest = beyond(spent(draft, segment), text);
  if (rest === '') return;
  setSpeaking(draft, true);
  const piece: Piece = { ...emptyPiece(segment), standing: standingNow(draft.floor), open: true };
  addPiece(draft, piece);
  addWords(draft, piece, { kind, segment, text: rest });
}

/** A final whose segment had been settled without one (the law, section 4). */
function lateFinal(draft: Draft, piece: Piece, fate: Fate): void {
  const { reply, user } = draft.floor;
  if (user.pieces.some(isWaiting)) return addPieceInFront(draft, piece);
  if (reply === null) return addPiece(draft, { ...piece, standing: fate.turn === null ? 'live' : 'overheard' });
  if (endsReply(draft, fate)) {
    endByWords(draft);
    return addPiece(draft, piece);
  }
  const standing = isAudible(reply) || isUnheardFirstMessage(reply) ? 'over' : 'overheard';
  addPiece(draft, { ...piece, standing, promoted: fate.turn === null });
}

/** Words that nobody answered end a reply like words that come in time; those of its own turn only before it is audible. */
function endsReply({ floor: { reply, settings } }: Draft, fate: Fate): boolean {
  if (isUnheardFirstMessage(reply)) return false;
  const unheard = !isAudible(reply) || isCutting(reply);
  return fate.turn === null ? unheard || settings.allowInterruptions : unheard && reply?.turn === fate.turn;
}

/** What was already committed, or stood for the words, of a segment that goes on. */
function spent(draft: Draft, segment: number): string {
  return joinText(...draft.floor.user.fates.filter((fate) => fate.segment === segment).map(({ text }) => text ?? ''));
}

/** What `text` says beyond what it begins with. */
function beyond(known: string, text: string): string {
  const said = text.trim();
  return known !== '' && said.toLowerCase().startsWith(known.toLowerCase()) ? said.slice(known.length).trim() : said;
}

function emptyPiece(segment: number | null): Piece {
  return {
    segment,
    standing: 'live',
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

function finalPiece(segment: number | null, text: string): Piece {
  return { ...emptyPiece(segment), finals: text.trim(), settled: true, endpointed: true };
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
