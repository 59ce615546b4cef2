import { addTranscript, noText, type SegmentText } from '../../src/core/segmentText.ts';
import type { Settlement, Transcript, VadEvent } from '../../src/core/speech.ts';
import { joinText } from '../../src/core/text.ts';

/** What a turn is made of. */
export type TurnInput = VadEvent | Transcript | Settlement;

export interface UpdateOptions {
  readonly now: number;
  readonly finalsSettle: boolean;
}

/** The part of a turn that one segment contributes. It changes in place. */
export interface SegmentState {
  readonly segment: number;
  open: boolean;
  settled: boolean;
  /** The segment continues without words. It is not waited for until it has some. */
  noise: boolean;
  text: SegmentText;
  /** Its first voiced sample, in scheduler time; infinite for a segment that was only transcribed. */
  readonly startedAt: number;
  /** Its last voiced sample, in audio time and in scheduler time. */
  lastVoicedMs: number;
  lastVoicedAt: number;
}

/** The turn that is not committed yet. It changes in place. */
export interface TurnState {
  turn: number;
  segments: SegmentState[];
  /** Segments of earlier turns that were closed with an interim: their finals are too late. */
  closedByInterim: readonly number[];
}

export function createTurn(): TurnState {
  return { turn: 0, segments: [], closedByInterim: [] };
}

/** Updates the turn with an event. Returns whether it has changed. */
export function updateTurn(state: TurnState, event: TurnInput, options: UpdateOptions): boolean {
  const known = state.segments.find(({ segment }) => segment === event.segment);
  const hasChanged = known === undefined ? addSegment(state, event, options) : updateSegment(known, event, options);
  // A turn whose segments are all without words, and that waits for none, has none.
  if (hasChanged && state.segments.every(isEmpty)) state.segments = [];
  return hasChanged;
}

/** Adds a segment at its start, or with a final that is later than its turn. */
function addSegment(state: TurnState, event: TurnInput, { now }: UpdateOptions): boolean {
  if (event.kind === 'started') state.segments.push(createSegment(event, now));
  else if (event.kind === 'final' && !state.closedByInterim.includes(event.segment))
    state.segments.push(createTranscribed(event));
  else return false;
  state.segments.sort((one, other) => one.segment - other.segment);
  return true;
}

function createSegment(event: Extract<VadEvent, { readonly kind: 'started' }>, now: number): SegmentState {
  const { segment, atMs, lastVoicedMs, voicedMs } = event;
  const lastVoicedAt = now - (atMs - lastVoicedMs);
  const startedAt = lastVoicedAt - voicedMs;
  return { segment, open: true, settled: false, noise: false, text: noText, startedAt, lastVoicedMs, lastVoicedAt };
}

function createTranscribed(transcript: Transcript): SegmentState {
  const { segment } = transcript;
  const text = addTranscript(noText, transcript);
  const never = Number.NEGATIVE_INFINITY;
  const times = { startedAt: Number.POSITIVE_INFINITY, lastVoicedMs: never, lastVoicedAt: never };
  return { segment, open: false, settled: true, noise: false, text, ...times };
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
    case 'settled':
      if (event.by === 'noise') state.noise = true;
      else state.settled = true;
      return true;
    case 'interim':
    case 'final':
      return addWords(state, event, finalsSettle);
    default:
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

/** Late or stalled input makes the last voice look later than it was, so the earliest time counts. */
function addVoice(
  state: SegmentState,
  { atMs, lastVoicedMs }: Extract<VadEvent, { readonly lastVoicedMs: number }>,
  now: number,
): void {
  const at = now - (atMs - lastVoicedMs);
  state.lastVoicedAt = lastVoicedMs > state.lastVoicedMs ? at : Math.min(at, state.lastVoicedAt);
  state.lastVoicedMs = lastVoicedMs;
}

/** Returns whether the segment has no text and gets none. */
function isEmpty({ open, settled, noise, text }: SegmentState): boolean {
  return !open && (settled || noise) && text.text === '';
}

/** Begins the turn behind a committed one. */
export function startNextTurn(state: TurnState): void {
  const { segments } = state;
  const byInterim = segments.filter(({ open, text }) => !open && text.interim !== null);
  state.turn += 1;
  state.closedByInterim = byInterim.map(({ segment }) => segment);
  state.segments = segments.filter(({ open }) => open);
  for (const segment of state.segments) segment.text = noText;
}

/**
 * Computes when the turn is due, in scheduler time; null while it is not known, as during speech. Sounds without words, whose
 * words may come late, prolong the wait by one delay at most.
 */
export function computeDueAt(state: TurnState, minDelayMs: number): number | null {
  let hasWords = false;
  let spokenAt = Number.NEGATIVE_INFINITY;
  let wordsAt = Number.NEGATIVE_INFINITY;
  for (const segment of state.segments) {
    if (isAwaited(segment)) return null;
    const isSilent = segment.text.text === '';
    hasWords ||= !isSilent;
    if (segment.noise) continue;
    spokenAt = Math.max(spokenAt, segment.lastVoicedAt);
    if (!isSilent) wordsAt = Math.max(wordsAt, segment.lastVoicedAt);
  }
  return hasWords ? Math.min(spokenAt, wordsAt + minDelayMs) + minDelayMs : null;
}

/** Returns the latest scheduler time of a voiced sample; `-Infinity` without voice. */
export function lastVoicedAt(segments: readonly SegmentState[]): number {
  return Math.max(...segments.map((segment) => segment.lastVoicedAt));
}

/** Returns whether the turn waits for the segment: it goes on, or its words are to come. */
export function isAwaited({ noise, open, settled }: SegmentState): boolean {
  return !noise && (open || !settled);
}

/** Returns the words so far, with the latest interims. */
export function textOf({ segments }: TurnState): string {
  return joinText(...segments.map(({ text }) => text.text));
}
