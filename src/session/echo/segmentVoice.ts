import { durationMs } from '../../core/audio.ts';
import type { VadEvent } from '../../core/speech.ts';

/** When the audio of a segment was said. All times are scheduler time. */
export interface SegmentVoice {
  /** When its audio for STT begins. */
  readonly beginsAt: number;
  /** When its first voiced window began, and when its last one so far ended. */
  readonly voicedFrom: number;
  readonly voicedUntil: number;
}

type Measurement = Exclude<VadEvent, { kind: 'truncated' }>;

/** Adds a measurement of the VAD; null without a beginning. */
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
