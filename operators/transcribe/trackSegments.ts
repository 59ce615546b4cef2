import type { SttEvent } from '../../src/core/ports.ts';
import { durationMs } from '../../src/core/audio.ts';
import type { RecogniserTurn, Settlement, Transcript, VadEvent } from '../../src/core/speech.ts';
import { sum } from '../../src/core/sum.ts';
import { detailsOf } from '../../src/core/detailsOf.ts';
import { countFlushes } from './countFlushes.ts';

export type TrackerEvent =
  | VadEvent
  /** No more segments follow. */
  | { readonly kind: 'over' }
  | { readonly kind: 'stt'; readonly event: TrackedSttEvent }
  /** The recogniser's whole stream failed: no open segment will be answered. */
  | { readonly kind: 'lost'; readonly error: unknown }
  /** The final timeout after a flush or a segment's end has passed. */
  | { readonly kind: 'deadline'; readonly of: 'flush' | 'end'; readonly segment: number; readonly error: unknown };

/** Events of a recogniser that concern its segments. */
export type TrackedSttEvent = Exclude<SttEvent, { readonly kind: 'served' | 'used' }>;

export interface Failure {
  readonly kind: 'failure';
  /** Absent: the failure belongs to no segment. */
  readonly segment?: number | undefined;
  readonly error: unknown;
}

/** A final that did not arrive in time; the latest interim takes its place. */
export interface MissingFinal {
  readonly kind: 'missing';
  readonly segment: number;
}

export interface NoiseRules {
  /** Voiced time without a new word that makes a segment noise; null: the recogniser is flushed instead. */
  readonly noiseMs: number | null;
  /** Voiced time after which the recogniser is flushed, again and again; null: never. */
  readonly flushAfterMs: number | null;
}

/** What the recogniser has found about the turn, in an open segment. */
export interface FoundTurn {
  readonly kind: 'turn';
  readonly turn: RecogniserTurn;
}

/** A segment that is not settled. */
interface OpenSegment {
  /** Start of its audio, in audio time. */
  readonly startMs: number;
  readonly ended: boolean;
  readonly failed: boolean;
  readonly noise: boolean;
  readonly interim: string;
  readonly voicedMs: number;
  /** Voiced time at the last new word. */
  readonly wordAtMs: number;
  readonly flushesAnswered: number;
}

export type TrackedResult = Transcript | Settlement | Failure | MissingFinal | FoundTurn;

/** The segments that are not settled, and the output of the last event. */
export interface TrackedSegments {
  /** No more segments follow. */
  readonly isComplete: boolean;
  readonly open: ReadonlyMap<number, OpenSegment>;
  readonly output: readonly TrackedResult[];
}

export const noSegments: TrackedSegments = { isComplete: false, open: new Map(), output: [] };

const newSegment: OpenSegment = {
  startMs: 0,
  ended: false,
  failed: false,
  noise: false,
  interim: '',
  voicedMs: 0,
  wordAtMs: 0,
  flushesAnswered: 0,
};

/** Assigns transcripts to segments, and settles each segment exactly once after its end. */
export function trackSegments(state: TrackedSegments, event: TrackerEvent, rules: NoiseRules): TrackedSegments {
  switch (event.kind) {
    case 'started':
    case 'window':
    case 'truncated':
    case 'ended':
      return applyActivity(state, event, rules);
    case 'over':
      return { ...state, isComplete: true, output: [] };
    case 'stt':
      return applyAnswer(state, event.event, rules);
    case 'deadline':
      return applyDeadline(state, event, rules);
    case 'lost':
      return applyLoss(state, event.error);
  }
}

function applyActivity(state: TrackedSegments, event: VadEvent, { noiseMs }: NoiseRules): TrackedSegments {
  const { segment } = event;
  if (event.kind === 'started') return updateSegment(state, segment, createOpenSegment(event));
  const owed = state.open.get(segment);
  if (owed === undefined || event.kind === 'truncated') return withoutOutput(state);
  if (event.kind === 'ended') {
    const ended = updateSegment(state, segment, { ...owed, ended: true });
    return owed.failed ? settle(ended, segment, 'failed') : ended;
  }
  if (event.voicedMs === owed.voicedMs) return withoutOutput(state);
  const after = { ...owed, voicedMs: event.voicedMs };
  const isNoise = noiseMs !== null && !owed.noise && event.voicedMs - owed.wordAtMs >= noiseMs;
  return isNoise ? settleAsNoise(state, segment, after) : updateSegment(state, segment, after);
}

function createOpenSegment({ atMs, voicedMs, audio }: Extract<VadEvent, { kind: 'started' }>): OpenSegment {
  return { ...newSegment, startMs: atMs - sum(audio.map(durationMs)), voicedMs };
}

function applyAnswer(state: TrackedSegments, event: TrackedSttEvent, rules: NoiseRules): TrackedSegments {
  switch (event.kind) {
    case 'interim':
      return applyInterim(state, event);
    case 'final':
      return applyFinal(state, event, rules);
    case 'empty':
      return applyEmpty(state, event.segment, rules);
    case 'turn':
      return applyTurn(state, event);
    case 'failed':
      return applyFailure(state, event.segment, event.error);
    case 'report':
      return { ...state, output: [{ kind: 'failure', error: event.error }] };
  }
}

function applyInterim(
  state: TrackedSegments,
  event: Extract<SttEvent, { kind: 'interim' | 'final' }>,
): TrackedSegments {
  const { segment, text } = event;
  const owed = state.open.get(segment);
  if (owed === undefined || text.trim() === '' || text === owed.interim) return withoutOutput(state);
  const after = { ...owed, interim: text, noise: false, wordAtMs: owed.voicedMs };
  return updateSegment(state, segment, after, { kind: 'interim', segment, text, ...detailsOf(event) });
}

type Final = Extract<SttEvent, { kind: 'final' }>;

function applyFinal(state: TrackedSegments, event: Final, rules: NoiseRules): TrackedSegments {
  const { segment, text, last = true } = event;
  if (text.trim() === '') return last ? applyEmpty(state, segment, rules) : withoutOutput(state);
  const words: Transcript = { kind: 'final', segment, text, ...detailsOf(event) };
  const owed = state.open.get(segment);
  if (owed === undefined) return { ...state, output: [words] };
  const flush = findPendingFlush(owed, rules);
  const answersFlush = last && flush !== null;
  if (event.provisional === true && !answersFlush) return applyProvisional(state, event);
  if (owed.ended && last && !answersFlush) return settle(state, segment, 'final', words);
  const flushesAnswered = owed.flushesAnswered + Number(answersFlush);
  return updateSegment(state, segment, { ...withWords(owed, flush), flushesAnswered }, words);
}

/** Notes new words: at the flush that they answer, or now. */
function withWords(owed: OpenSegment, flush: ReturnType<typeof findPendingFlush>): OpenSegment {
  return { ...owed, interim: '', noise: false, wordAtMs: flush?.atMs ?? owed.voicedMs };
}

/** Emits the text as an interim, which a later final replaces. */
function applyProvisional(state: TrackedSegments, event: Final): TrackedSegments {
  const { segment, last = true } = event;
  const before = applyInterim(state, event);
  if (!last || before.open.get(segment)?.ended !== true) return before;
  const after = settle(before, segment, 'timeout', { kind: 'missing', segment });
  return { ...after, output: [...before.output, ...after.output] };
}

/** Emits a finding about an open segment: an ended one gets no more audio, and nothing can be found about it. */
function applyTurn(
  state: TrackedSegments,
  { segment, state: found, confidence, atMs }: Extract<SttEvent, { kind: 'turn' }>,
): TrackedSegments {
  const owed = state.open.get(segment);
  if (owed === undefined || owed.ended) return withoutOutput(state);
  const turn = { segment, state: found, confidence, atMs: atMs === undefined ? undefined : owed.startMs + atMs };
  return { ...state, output: [{ kind: 'turn', turn }] };
}

function applyEmpty(state: TrackedSegments, segment: number, rules: NoiseRules): TrackedSegments {
  const owed = state.open.get(segment);
  if (owed === undefined) return withoutOutput(state);
  const flush = findPendingFlush(owed, rules);
  if (flush === null) return owed.ended ? settle(state, segment, 'empty') : withoutOutput(state);
  const after = { ...owed, flushesAnswered: owed.flushesAnswered + 1 };
  const isNoise = !owed.ended && !owed.noise && flush.atMs - owed.wordAtMs >= flush.afterMs;
  return isNoise ? settleAsNoise(state, segment, after) : updateSegment(state, segment, after);
}

function applyFailure(state: TrackedSegments, segment: number, error: unknown): TrackedSegments {
  const owed = state.open.get(segment);
  const failure: Failure = { kind: 'failure', segment, error };
  if (owed === undefined) return { ...state, output: [failure] };
  return owed.ended
    ? settle(state, segment, 'failed', failure)
    : updateSegment(state, segment, { ...owed, failed: true }, failure);
}

/** Settles a segment that the recogniser leaves unanswered, so that neither turn nor agent hangs. */
function applyDeadline(
  state: TrackedSegments,
  { of, segment, error }: Extract<TrackerEvent, { kind: 'deadline' }>,
  rules: NoiseRules,
): TrackedSegments {
  const owed = state.open.get(segment);
  const failure: Failure = { kind: 'failure', segment, error };
  if (owed === undefined) return withoutOutput(state);
  if (of === 'end') return settle(state, segment, 'timeout', failure);
  if (findPendingFlush(owed, rules) === null) return withoutOutput(state);
  const after = applyEmpty(state, segment, rules);
  return { ...after, output: [failure, ...after.output] };
}

function applyLoss(state: TrackedSegments, error: unknown): TrackedSegments {
  const segments = [...state.open.keys()];
  const failure: Failure = { kind: 'failure', segment: segments[0], error };
  return segments.reduce(
    (before: TrackedSegments, segment) => {
      const owed = before.open.get(segment) ?? newSegment;
      const after = owed.ended
        ? settle(before, segment, 'failed')
        : updateSegment(before, segment, { ...owed, failed: true });
      return { ...after, output: [...before.output, ...after.output] };
    },
    { ...state, output: [failure] },
  );
}

function settle(
  state: TrackedSegments,
  segment: number,
  by: Settlement['by'],
  ...before: TrackedSegments['output']
): TrackedSegments {
  const open = new Map(state.open);
  open.delete(segment);
  return { isComplete: state.isComplete, open, output: [...before, { kind: 'settled', segment, by }] };
}

function settleAsNoise(state: TrackedSegments, segment: number, owed: OpenSegment): TrackedSegments {
  return updateSegment(state, segment, { ...owed, noise: true }, { kind: 'settled', segment, by: 'noise' });
}

function updateSegment(
  state: TrackedSegments,
  segment: number,
  owed: OpenSegment,
  ...output: TrackedSegments['output']
): TrackedSegments {
  return { isComplete: state.isComplete, open: new Map(state.open).set(segment, owed), output };
}

function withoutOutput(state: TrackedSegments): TrackedSegments {
  return state.output.length === 0 ? state : { ...state, output: [] };
}

/** Finds the flush that is not answered, and the voiced time that it covers. */
function findPendingFlush(
  { voicedMs, flushesAnswered }: OpenSegment,
  { flushAfterMs }: NoiseRules,
): { readonly atMs: number; readonly afterMs: number } | null {
  if (flushAfterMs === null || countFlushes(voicedMs, flushAfterMs) <= flushesAnswered) return null;
  return { atMs: (flushesAnswered + 1) * flushAfterMs, afterMs: flushAfterMs };
}
