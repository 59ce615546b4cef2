import { addTranscript, noText, type SegmentText } from '../../src/core/segmentText.ts';
import type { Settlement, Transcript, VadEvent } from '../../src/core/speech.ts';
import { joinText } from '../../src/core/text.ts';

/** What a turn is made of. */
export type TurnInput = VadEvent | Transcript | Settlement;

export interface UpdateOptions {
  readonly now: number;
  readonly finalsSettle: boolean;
}

/** The part of a turn that one segment contributes. */
export interface SegmentState {
  readonly segment: number;
  readonly open: boolean;
  readonly settled: boolean;
  /** The segment continues without words. It is not waited for until it has some. */
  readonly noise: boolean;
  readonly text: SegmentText;
  /** Its first voiced sample, in scheduler time; infinite for a segment that was only transcribed. */
  readonly startedAt: number;
  /** Its last voiced sample, in audio time and in scheduler time. */
  readonly lastVoicedMs: number;
  readonly lastVoicedAt: number;
}

/** The turn that is not committed yet. */
export interface TurnState {
  readonly turn: number;
  readonly segments: readonly SegmentState[];
  /** Segments of earlier turns that were closed with an interim: their finals are too late. */
  readonly closedByInterim: readonly number[];
}

export const initialTurn: TurnState = { turn: 0, segments: [], closedByInterim: [] };

const NEVER_VOICED = { lastVoicedMs: Number.NEGATIVE_INFINITY, lastVoicedAt: Number.NEGATIVE_INFINITY };

/** Returns the turn after an event: the same object if nothing has changed. */
export function updateTurn(state: TurnState, event: TurnInput, options: UpdateOptions): TurnState {
  const { segments } = state;
  const at = segments.findIndex(({ segment }) => segment === event.segment);
  const before = segments[at];
  const after = before === undefined ? createSegment(state, event, options) : updateSegment(before, event, options);
  if (after === before || after === undefined) return state;
  if (before !== undefined) return withSegments(state, segments.with(at, after));
  return withSegments(
    state,
    [...segments, after].toSorted((a, b) => a.segment - b.segment),
  );
}

/** Returns the turn with these segments, or with none if all are without words and none is waited for. */
function withSegments(state: TurnState, segments: readonly SegmentState[]): TurnState {
  return { ...state, segments: segments.every(isEmpty) ? [] : segments };
}

/** Creates a segment from its start, or from a final that is later than its turn. */
function createSegment(state: TurnState, event: TurnInput, { now }: UpdateOptions): SegmentState | undefined {
  const { kind, segment } = event;
  const startedAt =
    kind === 'started' ? now - (event.atMs - event.lastVoicedMs) - event.voicedMs : Number.POSITIVE_INFINITY;
  const text = noText;
  const silent: SegmentState = { segment, open: false, settled: true, noise: false, text, startedAt, ...NEVER_VOICED };
  if (kind === 'started') return addVoice({ ...silent, open: true, settled: false }, event, now);
  if (kind !== 'final' || state.closedByInterim.includes(segment)) return undefined;
  return { ...silent, text: addTranscript(noText, event) };
}

function updateSegment(state: SegmentState, event: TurnInput, { now, finalsSettle }: UpdateOptions): SegmentState {
  switch (event.kind) {
    case 'window':
      return event.voiced ? addVoice(state, event, now) : state;
    case 'ended':
      return { ...addVoice(state, event, now), open: false };
    case 'settled':
      return event.by === 'noise' ? { ...state, noise: true } : { ...state, settled: true };
    case 'interim':
    case 'final':
      return addWords(state, event, finalsSettle);
    default:
      return state;
  }
}

function addWords(state: SegmentState, transcript: Transcript, finalsSettle: boolean): SegmentState {
  const isFinal = transcript.kind === 'final';
  const settled = isFinal ? state.settled || finalsSettle : state.settled && !(finalsSettle && state.open);
  if (!isFinal && (settled || transcript.text.trim() === '')) return state;
  return { ...state, settled, noise: false, text: addTranscript(state.text, transcript) };
}

/** Late or stalled input makes the last voice look later than it was, so the earliest time counts. */
function addVoice(
  state: SegmentState,
  { atMs, lastVoicedMs }: Extract<VadEvent, { readonly lastVoicedMs: number }>,
  now: number,
): SegmentState {
  const at = now - (atMs - lastVoicedMs);
  const lastVoicedAt = lastVoicedMs > state.lastVoicedMs ? at : Math.min(at, state.lastVoicedAt);
  return { ...state, lastVoicedMs, lastVoicedAt };
}

/** Returns whether the segment has no text and gets none. */
function isEmpty({ open, settled, noise, text }: SegmentState): boolean {
  return !open && (settled || noise) && text.text === '';
}

/** Returns the turn behind a committed one. */
export function startNextTurn({ turn, segments }: TurnState): TurnState {
  const open = segments.filter((segment) => segment.open).map((segment) => ({ ...segment, text: noText }));
  const byInterim = segments.filter((segment) => !segment.open && segment.text.interim !== null);
  return { turn: turn + 1, segments: open, closedByInterim: byInterim.map(({ segment }) => segment) };
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
