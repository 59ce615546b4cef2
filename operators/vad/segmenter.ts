import { durationMs, type AudioFrame } from '../../src/core/audio.ts';
import type { VadEvent } from '../../src/core/speech.ts';
import {
  detectVoice,
  QUIET,
  type SpeechState,
  type Thresholds,
  type VoiceState,
} from '../../src/core/voiceActivity.ts';
import { createCopier } from '../../src/core/copier.ts';
import { createPadding } from './padding.ts';
import type { ForcedEnd, ScoredWindow } from './steps.ts';

export interface SegmentLimits extends Thresholds {
  readonly prefixPaddingMs: number;
  readonly maxBufferedSpeechMs: number;
}

/** A detector of segments in scored windows. Each call returns the events that follow from it. */
export interface Segmenter {
  addWindow(window: ScoredWindow): readonly VadEvent[];
  endNow(forced: ForcedEnd): readonly VadEvent[];
  /** Replaces limits, as soon as no segment is open. */
  change(limits: Partial<SegmentLimits>): void;
}

const NOTHING: readonly VadEvent[] = [];

/** Creates a segmenter. It keeps its audio in memory of its own, and emits no sample twice. */
export function createSegmenter(first: SegmentLimits): Segmenter {
  const limits = createLimits(first);
  const padding = createPadding(first.prefixPaddingMs);
  const copy = createCopier();
  let voice: VoiceState = QUIET;
  /** The number of the open segment, or of the next one. */
  let segment = 0;
  /** End of the last window. */
  let atMs = 0;
  /** Audio that the open segment has emitted. */
  let emittedMs = 0;

  const start = ({ voicedMs, lastVoicedMs }: SpeechState, sampleRate: number): readonly VadEvent[] => {
    const audio = padding.take(sampleRate);
    emittedMs = 0;
    return emitAudio({ kind: 'started', segment, atMs, voicedMs, lastVoicedMs, audio });
  };
  const proceed = (
    { voicedMs, lastVoicedMs }: SpeechState,
    frame: AudioFrame,
    voiced: boolean,
  ): readonly VadEvent[] => {
    if (emittedMs < limits.now().maxBufferedSpeechMs) {
      const audio = [{ samples: copy(frame.samples), sampleRate: frame.sampleRate }];
      return emitAudio({ kind: 'window', segment, atMs, voiced, voicedMs, lastVoicedMs, audio });
    }
    padding.push(frame, false);
    return [{ kind: 'window', segment, atMs, voiced, voicedMs, lastVoicedMs, audio: [] }];
  };
  /** Returns the event, and `truncated` when the segment's audio is used up. */
  const emitAudio = (event: Extract<VadEvent, { readonly audio: unknown }>): readonly VadEvent[] => {
    for (const frame of event.audio) emittedMs += durationMs(frame);
    return emittedMs < limits.now().maxBufferedSpeechMs ? [event] : [event, { kind: 'truncated', segment, atMs }];
  };
  const end = (state: SpeechState, by: 'silence' | ForcedEnd['kind']): VadEvent =>
    createEnd({ segment: segment++, atMs }, state, by);
  return {
    addWindow(window) {
      const before = voice;
      if (before.phase === 'quiet' && limits.takeNext()) padding.setLength(limits.now().prefixPaddingMs);
      const { state: after, voiced } = detectVoice(before, window.p, window.atMs, limits.now());
      voice = after;
      atMs = window.atMs;
      if (before.phase === 'speech') {
        const events = proceed(after.phase === 'speech' ? after : before, window.audio, voiced);
        return after.phase === 'speech' ? events : [...events, end(before, 'silence')];
      }
      padding.push(window.audio, voiced);
      return after.phase === 'speech' ? start(after, window.audio.sampleRate) : NOTHING;
    },
    endNow(forced) {
      const before = voice;
      if (forced.kind === 'turn' && !isPauseOf(before, forced.segment === segment)) return NOTHING;
      voice = QUIET;
      padding.endRun();
      if (forced.kind === 'mute') padding.clear();
      return before.phase === 'speech' ? [end(before, forced.kind)] : NOTHING;
    },
    change: limits.change,
  };
}

function createEnd(
  { segment, atMs }: { readonly segment: number; readonly atMs: number },
  { voicedMs, lastVoicedMs }: SpeechState,
  by: 'silence' | ForcedEnd['kind'],
): VadEvent {
  return { kind: 'ended', segment, atMs, voicedMs, lastVoicedMs, by };
}

/** Limits that others can replace. */
interface Limits extends Pick<Segmenter, 'change'> {
  now(): SegmentLimits;
  /** Applies what replaces them. Returns whether there was anything. */
  takeNext(): boolean;
}

function createLimits(first: SegmentLimits): Limits {
  let now = first;
  let next: SegmentLimits | null = null;
  return {
    now: () => now,
    change: (changed) => void (next = { ...now, ...next, ...changed }),
    takeNext: () => {
      if (next === null) return false;
      now = next;
      next = null;
      return true;
    },
  };
}

/** Returns whether the segment is open, and the user is silent in it. */
function isPauseOf(voice: VoiceState, isOpen: boolean): boolean {
  return isOpen && voice.phase === 'speech' && voice.silenceMs > 0;
}
