import {
  asapScheduler,
  asyncScheduler,
  observeOn,
  defer,
  EMPTY,
  filter,
  map,
  merge,
  of,
  switchMap,
  tap,
  timer,
  type Observable,
  type OperatorFunction,
  type SchedulerLike,
} from 'rxjs';
import type { Settlement, Transcript, UserTurn, VadEvent } from '../src/core/speech.ts';
import { addTranscript, noText, type SegmentText } from '../src/core/segmentText.ts';
import { joinText } from '../src/core/text.ts';

export interface EndpointingOptions {
  /** The user's words. */
  readonly transcript: Observable<Transcript>;
  /** Settlements of segments. Without them a final settles its segment, until an interim follows. */
  readonly settled?: Observable<Settlement> | undefined;
  /** Least time between the last voiced sample and the end of the turn, in ms. @default 500 */
  readonly minDelayMs?: number | undefined;
  /** @default asyncScheduler */
  readonly scheduler?: SchedulerLike | undefined;
}

/**
 * Emits the user's turn at the latest of: the end of its last segment, the last voiced sample + `minDelayMs`, the
 * settlement of all its segments. Speech that starts before cancels it and adds its words; without words there is no turn.
 * Completes when its inputs have completed and no turn is due. Unsubscribing stops its timer.
 *
 * ```text
 * activity    s--m----------    m ended, at its last voiced sample; minDelayMs 5
 * transcript  ---f----------
 * userTurn    --------u-----
 * ```
 */
export function endpointing(options: EndpointingOptions): OperatorFunction<VadEvent, UserTurn> {
  const { transcript, settled, minDelayMs = 500, scheduler = asyncScheduler } = options;
  return (activity) =>
    defer(() => {
      let state = initialState;
      let dueAt: number | null = null;
      return merge(activity, transcript, settled ?? EMPTY).pipe(
        filter((event) => {
          const before = dueAt;
          state = updateTurn(state, event, { now: scheduler.now(), finalsSettle: settled === undefined });
          dueAt = computeDueAt(state, minDelayMs);
          return dueAt !== before;
        }),
        switchMap(() => waitUntil(dueAt, scheduler)),
        map((): UserTurn => ({ turn: state.turn, text: textOf(state) })),
        tap(() => {
          state = startNextTurn(state);
          dueAt = null;
        }),
      );
    });
}

type Event = VadEvent | Transcript | Settlement;

interface UpdateOptions {
  readonly now: number;
  readonly finalsSettle: boolean;
}

/** The part of a turn that one segment contributes. */
interface SegmentState {
  readonly segment: number;
  readonly open: boolean;
  readonly settled: boolean;
  /** The segment continues without words. It is not waited for until it has some. */
  readonly noise: boolean;
  readonly text: SegmentText;
  /** Its last voiced sample, in audio time and in scheduler time. */
  readonly lastVoicedMs: number;
  readonly lastVoicedAt: number;
}

interface TurnState {
  readonly turn: number;
  readonly segments: readonly SegmentState[];
  /** Segments of earlier turns that were closed with an interim: their finals are too late. */
  readonly closedByInterim: readonly number[];
}

const initialState: TurnState = { turn: 0, segments: [], closedByInterim: [] };

const NEVER_VOICED = { lastVoicedMs: Number.NEGATIVE_INFINITY, lastVoicedAt: Number.NEGATIVE_INFINITY };

function updateTurn(state: TurnState, event: Event, options: UpdateOptions): TurnState {
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

/** Returns the state with these segments. Those without words stay in the turn as long as it has any, or waits for some. */
function withSegments(state: TurnState, segments: readonly SegmentState[]): TurnState {
  return { ...state, segments: segments.every(isEmpty) ? [] : segments };
}

/** Creates a segment from its start, or from a final that is later than its turn. */
function createSegment(state: TurnState, event: Event, { now }: UpdateOptions): SegmentState | undefined {
  const { kind, segment } = event;
  const silent: SegmentState = { segment, open: false, settled: true, noise: false, text: noText, ...NEVER_VOICED };
  if (kind === 'started') return addVoice({ ...silent, open: true, settled: false }, event, now);
  if (kind !== 'final' || state.closedByInterim.includes(segment)) return undefined;
  return { ...silent, text: addTranscript(noText, event) };
}

function updateSegment(state: SegmentState, event: Event, { now, finalsSettle }: UpdateOptions): SegmentState {
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

function startNextTurn({ turn, segments }: TurnState): TurnState {
  const open = segments.filter((segment) => segment.open).map((segment) => ({ ...segment, text: noText }));
  const byInterim = segments.filter((segment) => !segment.open && segment.text.interim !== null);
  return { turn: turn + 1, segments: open, closedByInterim: byInterim.map(({ segment }) => segment) };
}

/**
 * Computes when the turn is due, in scheduler time; null while it is not known, as during speech. Sounds without words, whose
 * words may come late, prolong the wait by one delay at most.
 */
function computeDueAt(state: TurnState, minDelayMs: number): number | null {
  if (state.segments.some(isAwaited) || textOf(state) === '') return null;
  const spoken = state.segments.filter(({ noise }) => !noise);
  const lastWordsAt = lastVoicedAt(spoken.filter(({ text }) => text.text !== ''));
  return Math.min(lastVoicedAt(spoken), lastWordsAt + minDelayMs) + minDelayMs;
}

function lastVoicedAt(segments: readonly SegmentState[]): number {
  return Math.max(...segments.map((segment) => segment.lastVoicedAt));
}

function isAwaited({ noise, open, settled }: SegmentState): boolean {
  return !noise && (open || !settled);
}

/** Emits once at `dueAt`; never if it is null. */
function waitUntil(dueAt: number | null, scheduler: SchedulerLike): Observable<unknown> {
  if (dueAt === null) return EMPTY;
  const wait = dueAt - scheduler.now();
  // Speech that starts in the instant in which the turn is due cancels it: the timer comes last.
  return wait <= 0 ? of(null) : timer(wait, scheduler).pipe(observeOn(asapScheduler));
}

function textOf({ segments }: TurnState): string {
  return joinText(...segments.map(({ text }) => text.text));
}
