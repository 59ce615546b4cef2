import type { OperatorFunction } from 'rxjs';
import type { AudioFrame } from '../../src/core/audio.ts';
import { msOfSamples, samplesOfMs } from '../../src/core/audio.ts';
import { scanArrays } from '../../src/stream/mapArrays.ts';
import type { VadEvent } from '../../src/core/speech.ts';
import { decide, QUIET } from '../../src/core/voiceActivity.ts';
import type { Hearing, Speech, Thresholds } from '../../src/core/voiceActivity.ts';
import type { Mark, ScoredWindow } from './scores.ts';

export interface SegmentLimits extends Thresholds {
  readonly prefixPaddingMs: number;
  readonly maxBufferedSpeechMs: number;
}

/** Scored windows become segments, with the audio that belongs to them. No sample is ever handed out twice. */
export function segments(limits: SegmentLimits): OperatorFunction<ScoredWindow | Mark, VadEvent> {
  return scanArrays(
    AT_START,
    (ear, step) => earShape(step.kind === 'window' ? hear(ear, step, limits) : cutOff(ear, step)),
    ({ events }) => events,
  );
}

interface Ear {
  readonly hearing: Hearing;
  /** The number of the open segment, or of the next one. */
  readonly segment: number;
  /** End of the last window. */
  readonly atMs: number;
  /** Audio that no segment has been given yet: the padding of the next one and the voiced windows that may start it. */
  readonly kept: readonly AudioFrame[];
  /** Samples of those voiced windows. */
  readonly runSamples: number;
  /** Audio the open segment has been given. */
  readonly givenMs: number;
  /** What the last step brought about. */
  readonly events: readonly VadEvent[];
}

const AT_START: Ear = { hearing: QUIET, segment: 0, atMs: 0, kept: [], runSamples: 0, givenMs: 0, events: [] };

/** The same, its fields written out: V8 gives a copy of a copy a hidden class of its own, and is slow with all of them. */
function earShape({ hearing, segment, atMs, kept, runSamples, givenMs, events }: Ear): Ear {
  return { hearing, segment, atMs, kept, runSamples, givenMs, events };
}

function hear(ear: Ear, window: ScoredWindow, limits: SegmentLimits): Ear {
  const { atMs } = window;
  const { hearing, voiced } = decide(ear.hearing, window.p, atMs, limits);
  const next = { ...ear, hearing, atMs };
  if (ear.hearing.phase === 'speech') return goOn(next, ear.hearing, window.audio, voiced, limits);
  const waiting = keep(next, window.audio, voiced, limits);
  return hearing.phase === 'speech' ? start(waiting, hearing, window.audio.sampleRate, limits) : waiting;
}

function keep(ear: Ear, audio: AudioFrame, voiced: boolean, { prefixPaddingMs }: SegmentLimits): Ear {
  const runSamples = voiced ? ear.runSamples + audio.samples.length : 0;
  const wanted = samplesOfMs(prefixPaddingMs, audio.sampleRate) + runSamples;
  return { ...ear, kept: atLeast(wanted, [...ear.kept, audio]), runSamples, events: [] };
}

function start(ear: Ear, { voicedMs, lastVoicedMs }: Speech, sampleRate: number, limits: SegmentLimits): Ear {
  const { segment, atMs, kept, runSamples } = ear;
  const audio = exactly(samplesOfMs(limits.prefixPaddingMs, sampleRate) + runSamples, kept);
  const started: VadEvent = { kind: 'started', segment, atMs, voicedMs, lastVoicedMs, audio };
  return give({ ...ear, kept: [], runSamples: 0, givenMs: 0 }, audio, started, limits);
}

function goOn(ear: Ear, before: Speech, heard: AudioFrame, voiced: boolean, limits: SegmentLimits): Ear {
  const { hearing, segment, atMs } = ear;
  const { voicedMs, lastVoicedMs } = hearing.phase === 'speech' ? hearing : before;
  const truncated = ear.givenMs >= limits.maxBufferedSpeechMs;
  const audio = truncated ? [] : [heard];
  const window: VadEvent = { kind: 'window', segment, atMs, voiced, voicedMs, lastVoicedMs, audio };
  const after = truncated ? { ...keep(ear, heard, false, limits), events: [window] } : give(ear, audio, window, limits);
  return hearing.phase === 'speech' ? after : end(after, before, 'silence');
}

/** Hands `audio` out with `event`, and says so when that was the last of it. */
function give(ear: Ear, audio: readonly AudioFrame[], event: VadEvent, { maxBufferedSpeechMs }: SegmentLimits): Ear {
  const { segment, atMs } = ear;
  const givenMs = audio.reduce(
    (sum, { samples, sampleRate }) => sum + msOfSamples(samples.length, sampleRate),
    ear.givenMs,
  );
  const full = givenMs >= maxBufferedSpeechMs;
  return { ...ear, givenMs, events: full ? [event, { kind: 'truncated', segment, atMs }] : [event] };
}

function cutOff(ear: Ear, { kind }: Mark): Ear {
  const silent: Ear = { ...ear, kept: kind === 'mute' ? [] : ear.kept, runSamples: 0, hearing: QUIET, events: [] };
  return ear.hearing.phase === 'speech' ? end(silent, ear.hearing, kind) : silent;
}

function end(ear: Ear, { voicedMs, lastVoicedMs }: Speech, by: 'silence' | Mark['kind']): Ear {
  const { segment, atMs, events } = ear;
  const ended: VadEvent = { kind: 'ended', segment, atMs, voicedMs, lastVoicedMs, by };
  return { ...ear, segment: segment + 1, events: [...events, ended] };
}

/** The last frames that have `count` samples, or all. */
function atLeast(count: number, frames: readonly AudioFrame[]): readonly AudioFrame[] {
  if (count <= 0) return [];
  let missing = count;
  const first = frames.findLastIndex(({ samples }) => (missing -= samples.length) <= 0);
  return first <= 0 ? frames : frames.slice(first);
}

/** The last `count` samples, or all. */
function exactly(count: number, frames: readonly AudioFrame[]): readonly AudioFrame[] {
  const [first, ...others] = atLeast(count, frames);
  if (first === undefined) return [];
  const surplus = Math.max(0, first.samples.length + samplesIn(others) - count);
  return [{ ...first, samples: first.samples.subarray(surplus) }, ...others];
}

function samplesIn(frames: readonly AudioFrame[]): number {
  return frames.reduce((sum, { samples }) => sum + samples.length, 0);
}
