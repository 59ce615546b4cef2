import { durationMs } from '../../../core/audio.ts';
import type { VadEvent } from '../../../core/speech.ts';

/** The times at which the audio of a segment was spoken, in scheduler time. */
export interface SegmentVoice {
  /** The time at which its audio for STT begins. */
  readonly beginsAt: number;
  /** The start of its first voiced window, and the end of its last one so far. */
  readonly voicedFrom: number;
  readonly voicedUntil: number;
}

type Measurement = Exclude<VadEvent, { kind: 'truncated' }>;

/** Adds a measurement of the VAD. Returns null if the beginning of the segment is missing. */
export function measureSegment(
  before: SegmentVoice | undefined,
  event: Measurement,
  nowMs: number,
): SegmentVoice | null {
  const voicedUntil = nowMs - (event.atMs - event.lastVoicedMs);
  if (event.kind !== 'started') return before === undefined ? null : { ...before, voicedUntil };
  const beginsAt = nowMs - event.audio.reduce((sum, frame) => sum + durationMs(frame), 0);
  return { beginsAt, voicedFrom: voicedUntil - event.voicedMs, voicedUntil };
}
