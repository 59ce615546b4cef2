import type { VadEvent } from '../../src/core/speech.ts';

/** The voice of one segment so far. All times are audio time. */
export interface SegmentVoice {
  /** When its first voiced window began, and when its last one so far ended. */
  readonly beganMs: number;
  readonly lastVoicedMs: number;
  /** Sum of its voiced windows. */
  readonly voicedMs: number;
  /** The part of `voicedMs` before the current stretch. A pause begins a new stretch. */
  readonly beforeStretchMs: number;
  readonly longestStretchMs: number;
}

/** Adds a measurement of the VAD. */
export function measureVoice(
  before: SegmentVoice | null,
  { atMs, voicedMs, lastVoicedMs }: Exclude<VadEvent, { kind: 'truncated' }>,
  pauseMs: number,
): SegmentVoice {
  const voice = before ?? begin(atMs - voicedMs);
  if (voicedMs > voice.voicedMs) {
    const { beganMs, beforeStretchMs } = voice;
    const longestStretchMs = Math.max(voice.longestStretchMs, voicedMs - beforeStretchMs);
    // All fields are written out: this runs for every voiced window.
    return { beganMs, lastVoicedMs, voicedMs, beforeStretchMs, longestStretchMs };
  }
  const isPause = atMs - lastVoicedMs >= pauseMs && voicedMs !== voice.beforeStretchMs;
  return isPause ? { ...voice, beforeStretchMs: voicedMs } : voice;
}

/** Forgets the stretches so far. */
export function restartStretch(voice: SegmentVoice): SegmentVoice {
  return { ...voice, beforeStretchMs: voice.voicedMs, longestStretchMs: 0 };
}

function begin(beganMs: number): SegmentVoice {
  return { beganMs, lastVoicedMs: beganMs, voicedMs: 0, beforeStretchMs: 0, longestStretchMs: 0 };
}
