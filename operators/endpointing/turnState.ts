import { addTranscript, noText, type SegmentText } from '../../src/core/segmentText.ts';
import type { Settlement, Transcript, VadEvent } from '../../src/core/speech.ts';
import { joinText } from '../../src/core/text.ts';

/** The inputs that make up a turn. */
export type TurnInput = VadEvent | Transcript | Settlement;

export interface UpdateOptions {
  readonly now: number;
  readonly finalsSettle: boolean;
}

/** The part of a turn that one segment contributes. It is mutated in place. */
export interface SegmentState {
  readonly segment: number;
  open: boolean;
  settled: boolean;
  /** True while the segment continues without words, so that the turn does not wait for it. */
  noise: boolean;
  /** True once its audio limit is reached, so that no more words will be recognised. */
  truncated: boolean;
  text: SegmentText;
  /** True if a speech model has heard words in it that are not known. */
  owesWords: boolean;
  /** Its first voiced sample, in scheduler time; `Infinity` for a segment that was only transcribed. */
  readonly startedAt: number;
  /** Its last voiced sample, in audio time and in scheduler time. */
  lastVoicedMs: number;
  lastVoicedAt: number;
}

/** The uncommitted turn. It is mutated in place. */
export interface TurnState {
  turn: number;
  segments: SegmentState[];
  /** Segments of earlier turns whose finals are too late to count: an interim stands for them, or their words are owed. */
  closedEarly: readonly number[];
}

export function createTurn(): TurnState {
  return { turn: 0, segments: [], closedEarly: [] };
}

/** Updates the turn with an event. Returns whether it has changed. */
export function updateTurn(state: TurnState, event: TurnInput, options: UpdateOptions): boolean {
  const known = state.segments.find(({ segment }) => segment === event.segment);
  const hasChanged = known === undefined ? addSegment(state, event, options) : updateSegment(known, event, options);
  // A turn that has no words and awaits none drops its segments.
  if (hasChanged && state.segments.every(isEmpty)) state.segments = [];
  return hasChanged;
}

/** Adds a segment when it starts, or when its final arrives after its turn. */
function addSegment(state: TurnState, event: TurnInput, { now }: UpdateOptions): boolean {
  if (event.kind === 'started') state.segments.push(createSegment(event, now));
  else if (event.kind === 'final' && !state.closedEarly.includes(event.segment))
    state.segments.push(createTranscribed(event));
  else return false;
  state.segments.sort((one, other) => one.segment - other.segment);
  return true;
}

const QUIET = { noise: false, truncated: false, owesWords: false };

function createSegment(event: Extract<VadEvent, { readonly kind: 'started' }>, now: number): SegmentState {
  const { segment, atMs, lastVoicedMs, voicedMs } = event;
  const lastVoicedAt = now - (atMs - lastVoicedMs);
  const startedAt = lastVoicedAt - voicedMs;
  return { ...QUIET, segment, open: true, settled: false, text: noText, startedAt, lastVoicedMs, lastVoicedAt };
}

function createTranscribed(transcript: Transcript): SegmentState {
  const { segment } = transcript;
  const text = addTranscript(noText, transcript);
  const never = Number.NEGATIVE_INFINITY;
  const times = { startedAt: Number.POSITIVE_INFINITY, lastVoicedMs: never, lastVoicedAt: never };
  return { ...QUIET, segment, open: false, settled: true, text, ...times };
}

function updateSegment(state: SegmentState, event: TurnInput, { now, finalsSettle }: UpdateOptions): boolean {
  switch (event.kind) {
    case 'window':
      if (event.voiced) addVoice(state, event, now);
      return event.voiced;
    case 'ended':
      addVoice(state, event, now);
      state.open = false;
      return true;
    case 'truncated':
      state.truncated = true;
      return true;
    case 'settled':
      if (event.by === 'noise') state.noise = true;
      else state.settled = true;
      if (event.by === 'audio') state.owesWords = true;
      return true;
    case 'interim':
    case 'final':
      return addWords(state, event, finalsSettle);
    case 'started':
      return false;
  }
}

function addWords(state: SegmentState, transcript: Transcript, finalsSettle: boolean): boolean {
  const isFinal = transcript.kind === 'final';
  const settled = isFinal ? state.settled || finalsSettle : state.settled && !(finalsSettle && state.open);
  if (!isFinal && (settled || transcript.text.trim() === '')) return false;
  state.settled = settled;
  state.noise = false;
  state.text = addTranscript(state.text, transcript);
  return true;
}

/** Adds voice. Late or stalled input makes the last voice look later than it was, so the earliest time counts. */
function addVoice(
  state: SegmentState,
  { atMs, lastVoicedMs }: Extract<VadEvent, { readonly lastVoicedMs: number }>,
  now: number,
): void {
  const at = now - (atMs - lastVoicedMs);
  state.lastVoicedAt = lastVoicedMs > state.lastVoicedMs ? at : Math.min(at, state.lastVoicedAt);
  state.lastVoicedMs = lastVoicedMs;
}

/** Returns whether the segment has words, even if they are not known. */
export function hasWords({ text, owesWords }: SegmentState): boolean {
  return text.text !== '' || owesWords;
}

/** Returns whether the segment has no words and awaits none. */
function isEmpty(segment: SegmentState): boolean {
  return !segment.open && (segment.settled || segment.noise) && !hasWords(segment);
}

/** Begins the turn after a committed one. */
export function startNextTurn(state: TurnState): void {
  const { segments } = state;
  const early = segments.filter(({ open, text, owesWords }) => !open && (text.interim !== null || owesWords));
  state.turn += 1;
  state.closedEarly = early.map(({ segment }) => segment);
  state.segments = segments.filter(({ open }) => open);
  for (const segment of state.segments) segment.text = noText;
}

/**
 * Computes when the turn is due, in scheduler time; null while unknown, as during speech. Sounds without words, whose
 * words may still come, extend the wait by at most one delay.
 */
export function computeDueAt(state: TurnState, minDelayMs: number): number | null {
  let isSpoken = false;
  let spokenAt = Number.NEGATIVE_INFINITY;
  let wordsAt = Number.NEGATIVE_INFINITY;
  for (const segment of state.segments) {
    if (isAwaited(segment)) return null;
    const isSilent = !hasWords(segment);
    isSpoken ||= !isSilent;
    if (segment.noise) continue;
    spokenAt = Math.max(spokenAt, segment.lastVoicedAt);
    if (!isSilent) wordsAt = Math.max(wordsAt, segment.lastVoicedAt);
  }
  return isSpoken ? Math.min(spokenAt, wordsAt + minDelayMs) + minDelayMs : null;
}

/** Returns the latest scheduler time of a voiced sample; `-Infinity` without voice. */
export function lastVoicedAt(segments: readonly SegmentState[]): number {
  return Math.max(...segments.map((segment) => segment.lastVoicedAt));
}

/** Returns whether the turn waits for the segment, because it is open or its words are still to come. */
export function isAwaited({ noise, open, settled }: SegmentState): boolean {
  return !noise && (open || !settled);
}

/** Returns the words so far, with the latest interims. */
export function textOf({ segments }: TurnState): string {
  return joinText(...segments.map(({ text }) => text.text));
}
