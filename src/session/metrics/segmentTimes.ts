import type { VadEvent } from '../../core/speech.ts';

/** An event that reports the latest voice of a segment. */
export type VoiceEvent = Extract<VadEvent, { readonly lastVoicedMs: number }>;

const NEVER = Number.NEGATIVE_INFINITY;

/** The times of one segment of the user's speech, in scheduler time. */
export class SegmentTimes {
  /** Arrival time of the last voiced sample, and the time at which the VAD reported it. */
  spokenAt: number = NEVER;
  detectedAt: number = NEVER;
  /** Arrival time of the audio that ended the segment, and the time of its end; Infinity before. */
  silentAt: number = Infinity;
  endedAt: number = Infinity;
  /** Time of the latest final or of the settlement. */
  knownAt: number = NEVER;
  /** The last voiced sample, in audio time. */
  #lastVoicedMs: number = NEVER;
  /** Time of the latest window or of the end. */
  #reportedAt: number = NEVER;

  /**
   * Adds a window or the end. If a sample is reported several times, the earliest time counts: late input makes it look
   * later.
   */
  extend({ atMs, lastVoicedMs }: VoiceEvent, now: number, arrivedAt: number): void {
    const agoMs = atMs - lastVoicedMs;
    const isNew = lastVoicedMs > this.#lastVoicedMs;
    this.spokenAt = isNew ? arrivedAt - agoMs : Math.min(arrivedAt - agoMs, this.spokenAt);
    this.detectedAt = isNew ? now - agoMs : Math.min(now - agoMs, this.detectedAt);
    this.#lastVoicedMs = lastVoicedMs;
    this.#reportedAt = now;
  }

  /** Ends the segment. A mute or a stall has no audio of its own: its arrival counts, unless a window came with it. */
  end(event: Extract<VoiceEvent, { readonly kind: 'ended' }>, now: number, arrivedAt: number): void {
    const isOfAudio = event.by === 'silence' || this.#reportedAt === now;
    this.extend(event, now, arrivedAt);
    this.silentAt = isOfAudio ? arrivedAt : now;
    this.endedAt = now;
  }
}
