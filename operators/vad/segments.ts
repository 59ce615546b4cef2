import type { OperatorFunction } from 'rxjs';
import { durationMs, samplesOfMs, type AudioFrame } from '../../src/core/audio.ts';
import { scanArrays } from '../../src/stream/mapArrays.ts';
import type { VadEvent } from '../../src/core/speech.ts';
import {
  detectVoice,
  QUIET,
  type VoiceState,
  type SpeechState,
  type Thresholds,
} from '../../src/core/voiceActivity.ts';
import type { ForcedEnd, ScoredWindow } from './scores.ts';
import { selectLastFrames, selectLastSamples } from './selectLast.ts';

export interface SegmentLimits extends Thresholds {
  readonly prefixPaddingMs: number;
  readonly maxBufferedSpeechMs: number;
}

/** Turns scored windows into segments with their audio. No sample is emitted twice. */
export function segments(limits: SegmentLimits): OperatorFunction<ScoredWindow | ForcedEnd, VadEvent> {
  return scanArrays(
    createState(),
    (state, step) => createState(step.kind === 'window' ? addWindow(state, step, limits) : endSegmentNow(state, step)),
    ({ events }) => events,
  );
}

interface SegmenterState {
  readonly voice: VoiceState;
  /** The number of the open segment, or of the next one. */
  readonly segment: number;
  /** End of the last window. */
  readonly atMs: number;
  /** Audio that is not emitted yet: the padding of the next segment and the voiced windows that may start it. */
  readonly kept: readonly AudioFrame[];
  /** Samples of those voiced windows. */
  readonly runSamples: number;
  /** Audio that the open segment has emitted. */
  readonly emittedMs: number;
  /** The output of the last step. */
  readonly events: readonly VadEvent[];
}

/** Creates a state from all its fields: V8 would give a copy of a copy a hidden class of its own, which is slow to read. */
function createState({
  voice = QUIET,
  segment = 0,
  atMs = 0,
  kept = [],
  runSamples = 0,
  emittedMs = 0,
  events = [],
}: Partial<SegmenterState> = {}): SegmenterState {
  return { voice, segment, atMs, kept, runSamples, emittedMs, events };
}

function addWindow(state: SegmenterState, window: ScoredWindow, limits: SegmentLimits): SegmenterState {
  const { atMs } = window;
  const { state: voice, voiced } = detectVoice(state.voice, window.p, atMs, limits);
  const next = { ...state, voice, atMs };
  if (state.voice.phase === 'speech') return continueSegment(next, state.voice, window.audio, voiced, limits);
  const waiting = keepPadding(next, window.audio, voiced, limits);
  return voice.phase === 'speech' ? startSegment(waiting, voice, window.audio.sampleRate, limits) : waiting;
}

function keepPadding(
  state: SegmenterState,
  audio: AudioFrame,
  voiced: boolean,
  { prefixPaddingMs }: SegmentLimits,
): SegmenterState {
  const runSamples = voiced ? state.runSamples + audio.samples.length : 0;
  const wanted = samplesOfMs(prefixPaddingMs, audio.sampleRate) + runSamples;
  return { ...state, kept: selectLastFrames(wanted, [...state.kept, audio]), runSamples, events: [] };
}

function startSegment(
  state: SegmenterState,
  { voicedMs, lastVoicedMs }: SpeechState,
  sampleRate: number,
  limits: SegmentLimits,
): SegmenterState {
  const { segment, atMs, kept, runSamples } = state;
  const audio = selectLastSamples(samplesOfMs(limits.prefixPaddingMs, sampleRate) + runSamples, kept);
  const started: VadEvent = { kind: 'started', segment, atMs, voicedMs, lastVoicedMs, audio };
  return emitAudio({ ...state, kept: [], runSamples: 0, emittedMs: 0 }, audio, started, limits);
}

function continueSegment(
  state: SegmenterState,
  before: SpeechState,
  input: AudioFrame,
  voiced: boolean,
  limits: SegmentLimits,
): SegmenterState {
  const { voice, segment, atMs } = state;
  const { voicedMs, lastVoicedMs } = voice.phase === 'speech' ? voice : before;
  const truncated = state.emittedMs >= limits.maxBufferedSpeechMs;
  const audio = truncated ? [] : [input];
  const window: VadEvent = { kind: 'window', segment, atMs, voiced, voicedMs, lastVoicedMs, audio };
  const after = truncated
    ? { ...keepPadding(state, input, false, limits), events: [window] }
    : emitAudio(state, audio, window, limits);
  return voice.phase === 'speech' ? after : endSegment(after, before, 'silence');
}

/** Emits `audio` with `event`, and `truncated` when the segment's audio is used up. */
function emitAudio(
  state: SegmenterState,
  audio: readonly AudioFrame[],
  event: VadEvent,
  { maxBufferedSpeechMs }: SegmentLimits,
): SegmenterState {
  const { segment, atMs } = state;
  const emittedMs = audio.reduce((sum, frame) => sum + durationMs(frame), state.emittedMs);
  const full = emittedMs >= maxBufferedSpeechMs;
  return { ...state, emittedMs, events: full ? [event, { kind: 'truncated', segment, atMs }] : [event] };
}

function endSegmentNow(state: SegmenterState, { kind }: ForcedEnd): SegmenterState {
  const kept = kind === 'mute' ? [] : state.kept;
  const silent: SegmenterState = { ...state, kept, runSamples: 0, voice: QUIET, events: [] };
  return state.voice.phase === 'speech' ? endSegment(silent, state.voice, kind) : silent;
}

function endSegment(
  state: SegmenterState,
  { voicedMs, lastVoicedMs }: SpeechState,
  by: 'silence' | ForcedEnd['kind'],
): SegmenterState {
  const { segment, atMs, events } = state;
  const ended: VadEvent = { kind: 'ended', segment, atMs, voicedMs, lastVoicedMs, by };
  return { ...state, segment: segment + 1, events: [...events, ended] };
}
