import { map, merge, type Observable, type OperatorFunction } from 'rxjs';
import { scanArrays } from '../src/stream/mapArrays.ts';
import type { Interruption, Transcript, VadEvent } from '../src/core/speech.ts';
import { addTranscript, noText, type SegmentText } from '../src/core/segmentText.ts';
import { countWords, joinText } from '../src/core/text.ts';

export interface InterruptionOptions {
  /** The user's words, while they speak. */
  readonly transcript: Observable<Transcript>;
  /** True from the first sample of the agent that is sent until the last one is played or cleared. */
  readonly agentAudible: Observable<boolean>;
  /** False: the user cannot interrupt. @default true */
  readonly allow?: boolean | undefined;
  /** Voiced time that interrupts, in ms of audio. Pauses shorter than `pauseMs` do not reset it. @default 500 */
  readonly minSpeechMs?: number | undefined;
  /** Shortest pause that resets the voiced time, in ms of audio. @default 160 */
  readonly pauseMs?: number | undefined;
  /** Words needed, of all segments spoken over this speech; 0: none. @default 0 */
  readonly minWords?: number | undefined;
}

/**
 * Emits when the user, speaking over the agent, has voiced enough and said enough words: once per segment, and again with
 * each further word of it, so that a subscriber that ignored the first can decide again. Time is audio time: it needs no
 * scheduler, and short noises never add up. Completes when activity, transcript and audibility have completed.
 *
 * ```text
 * agentAudible  t-------------
 * activity      --s--a--b--c-e    a 320, b 480, c 512 ms of voice
 * interruption  -----------v--
 * ```
 */
export function interruption(options: InterruptionOptions): OperatorFunction<VadEvent, Interruption> {
  const { agentAudible, transcript, allow = true, minSpeechMs = 500, pauseMs = 160, minWords = 0 } = options;
  return (activity) =>
    merge(
      agentAudible.pipe(map((audible): Input => ({ kind: 'audible', audible }))),
      activity.pipe(map((event): Input => ({ kind: 'activity', event }))),
      transcript.pipe(map((transcript): Input => ({ kind: 'transcript', transcript }))),
    ).pipe(
      scanArrays(
        initialState,
        (state, input: Input) => update(state, input, { minSpeechMs, pauseMs, minWords, allow }),
        ({ interruptions }) => interruptions,
      ),
    );
}

type Input =
  | { readonly kind: 'audible'; readonly audible: boolean }
  | { readonly kind: 'activity'; readonly event: VadEvent }
  | { readonly kind: 'transcript'; readonly transcript: Transcript };

interface Thresholds {
  readonly allow: boolean;
  readonly minSpeechMs: number;
  readonly pauseMs: number;
  readonly minWords: number;
}

/** Voice and words of one segment. */
interface SegmentState {
  readonly segment: number;
  /** The segment has had voice while the agent was audible, so its words count, also late ones. */
  readonly isOverAgent: boolean;
  /** Voiced time of the whole segment, and the part of it before the latest pause. */
  readonly voicedMs: number;
  readonly voicedBeforePauseMs: number;
  /** Longest voiced time without a pause. */
  readonly longestVoicedMs: number;
  readonly text: SegmentText;
  readonly hasInterrupted: boolean;
}

/** The segments spoken over one speech of the agent; while it is silent, the voice of the latest segment. */
interface InterruptionState {
  readonly audible: boolean;
  readonly segments: readonly SegmentState[];
  readonly interruptions: readonly Interruption[];
}

const initialState: InterruptionState = { audible: false, segments: [], interruptions: [] };
const silent: Omit<SegmentState, 'segment'> = {
  isOverAgent: false,
  voicedMs: 0,
  voicedBeforePauseMs: 0,
  longestVoicedMs: 0,
  text: noText,
  hasInterrupted: false,
};

function update(state: InterruptionState, input: Input, thresholds: Thresholds): InterruptionState {
  const before = withoutOutput(state);
  switch (input.kind) {
    case 'audible':
      return input.audible === before.audible ? before : startCounting(before, input.audible);
    case 'activity':
      return addVoice(before, input.event, thresholds);
    case 'transcript':
      return before.audible ? addWords(before, input.transcript, thresholds) : before;
  }
}

function withoutOutput(state: InterruptionState): InterruptionState {
  return state.interruptions.length === 0 ? state : { ...state, interruptions: [] };
}

/** Starts to count words anew; the voice of the open segment continues. */
function startCounting({ segments }: InterruptionState, audible: boolean): InterruptionState {
  return { audible, segments: segments.slice(-1).map(keepVoice), interruptions: [] };
}

function keepVoice({ segment, voicedMs, voicedBeforePauseMs, longestVoicedMs }: SegmentState): SegmentState {
  return { ...silent, segment, voicedMs, voicedBeforePauseMs, longestVoicedMs };
}

function addVoice(state: InterruptionState, event: VadEvent, thresholds: Thresholds): InterruptionState {
  const at = findSegment(state, event);
  const before = state.segments[at];
  const measured = measureVoice(before ?? { ...silent, segment: event.segment }, event, thresholds.pauseMs);
  if (measured === before) return state;
  const grew = measured.voicedMs > (before?.voicedMs ?? 0);
  const after = grew && state.audible && !measured.isOverAgent ? { ...measured, isOverAgent: true } : measured;
  const next = { audible: state.audible, segments: withSegment(state, at, after), interruptions: [] };
  return state.audible && grew && !after.hasInterrupted ? checkThresholds(next, after, thresholds) : next;
}

function findSegment({ segments }: InterruptionState, { segment: number }: { readonly segment: number }): number {
  return segments.findLastIndex(({ segment }) => segment === number);
}

/** Replaces the segment at a place, or adds one if it has none. While the agent is silent, only the latest is kept. */
function withSegment(
  { audible, segments }: InterruptionState,
  at: number,
  after: SegmentState,
): readonly SegmentState[] {
  if (!audible) return [after];
  return at === -1 ? [...segments, after] : segments.with(at, after);
}

function addWords(state: InterruptionState, transcript: Transcript, thresholds: Thresholds): InterruptionState {
  const { segment, kind, text } = transcript;
  const at = findSegment(state, transcript);
  const before = state.segments[at] ?? { ...silent, segment };
  if (text.trim() === '' || (kind === 'interim' && text === before.text.interim?.text)) return state;
  const after = { ...before, text: addTranscript(before.text, transcript) };
  return checkThresholds({ ...state, segments: withSegment(state, at, after) }, after, thresholds);
}

/** Emits an interruption if the segment that was just voiced, or brought words, reaches the thresholds. */
function checkThresholds(
  state: InterruptionState,
  by: SegmentState,
  { allow, minSpeechMs, minWords }: Thresholds,
): InterruptionState {
  if (!allow || !by.isOverAgent || by.longestVoicedMs < minSpeechMs) return state;
  const spokenOver = state.segments.filter(({ isOverAgent }) => isOverAgent);
  const count = countWords(joinText(...spokenOver.map(({ text }) => text.text)));
  if (count < minWords) return state;
  const segments = state.segments.map((segment) => (segment === by ? { ...by, hasInterrupted: true } : segment));
  const interruption = { segment: by.segment, voicedMs: by.longestVoicedMs, words: count };
  return { ...state, segments, interruptions: [interruption] };
}

function measureVoice(state: SegmentState, event: VadEvent, pauseMs: number): SegmentState {
  if (event.kind === 'truncated' || event.kind === 'ended') return state;
  const { voicedMs, atMs, lastVoicedMs } = event;
  if (voicedMs > state.voicedMs) {
    return {
      ...state,
      voicedMs,
      longestVoicedMs: Math.max(state.longestVoicedMs, voicedMs - state.voicedBeforePauseMs),
    };
  }
  const isPause = atMs - lastVoicedMs >= pauseMs && voicedMs !== state.voicedBeforePauseMs;
  return isPause ? { ...state, voicedBeforePauseMs: voicedMs } : state;
}
