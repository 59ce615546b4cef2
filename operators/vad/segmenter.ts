import type { Subscriber } from 'rxjs';
import { durationMs, type AudioFrame } from '../../src/core/audio.ts';
import { createCopier } from '../../src/core/copier.ts';
import type { VadEvent } from '../../src/core/speech.ts';
import {
  detectVoice,
  QUIET,
  type SpeechState,
  type Thresholds,
  type VoiceState,
} from '../../src/core/voiceActivity.ts';
import { Padding } from './padding.ts';

export interface SegmentLimits extends Thresholds {
  readonly prefixPaddingMs: number;
  readonly maxBufferedSpeechMs: number;
}

/** Forces a segment to end at this point among the windows. `turn`: only the given segment, and only in a pause. */
export type ForcedEnd = { readonly kind: 'mute' | 'stall' } | { readonly kind: 'turn'; readonly segment: number };

/** Finds segments in scored windows and emits their events. Copies their audio; no sample is in two events. */
export class Segmenter {
  readonly #subscriber: Subscriber<VadEvent>;
  readonly #padding: Padding;
  readonly #copy = createCopier();
  #limits: SegmentLimits;
  /** Limits from the next segment on. */
  #nextLimits: SegmentLimits | null = null;
  #voice: VoiceState = QUIET;
  /** The number of the open segment, or of the next one. */
  #segment = 0;
  /** End of the last window. */
  #atMs = 0;
  /** Audio that the open segment has emitted. */
  #emittedMs = 0;

  constructor(limits: SegmentLimits, subscriber: Subscriber<VadEvent>) {
    this.#limits = limits;
    this.#subscriber = subscriber;
    this.#padding = new Padding(limits.prefixPaddingMs, this.#copy);
  }

  /** Adds a window that ends at `atMs` and contains speech with probability `p`. The caller may reuse its memory. */
  addWindow(audio: AudioFrame, atMs: number, p: number): void {
    const before = this.#voice;
    if (before.phase === 'quiet') this.#takeNextLimits();
    const { state: after, voiced } = detectVoice(before, p, atMs, this.#limits);
    this.#voice = after;
    this.#atMs = atMs;
    if (before.phase === 'speech') {
      this.#proceed(after.phase === 'speech' ? after : before, audio, voiced);
      if (after.phase === 'quiet') this.#end(before, 'silence');
      return;
    }
    this.#padding.push(audio, voiced);
    if (after.phase === 'speech') this.#start(after, audio.sampleRate);
  }

  /** Ends the open segment. */
  endNow(forced: ForcedEnd): void {
    const before = this.#voice;
    if (forced.kind === 'turn' && !isPauseOf(before, forced.segment === this.#segment)) return;
    this.#voice = QUIET;
    this.#padding.endRun();
    if (forced.kind === 'mute') this.#padding.clear();
    if (before.phase === 'speech') this.#end(before, forced.kind);
  }

  /** Replaces limits as soon as no segment is open. */
  change(limits: Partial<SegmentLimits>): void {
    this.#nextLimits = { ...this.#limits, ...this.#nextLimits, ...limits };
  }

  #takeNextLimits(): void {
    if (this.#nextLimits === null) return;
    this.#limits = this.#nextLimits;
    this.#nextLimits = null;
    this.#padding.setLength(this.#limits.prefixPaddingMs);
  }

  #start({ voicedMs, lastVoicedMs }: SpeechState, sampleRate: number): void {
    const audio = this.#padding.take(sampleRate);
    this.#emittedMs = 0;
    this.#emitWithAudio({ kind: 'started', segment: this.#segment, atMs: this.#atMs, voicedMs, lastVoicedMs, audio });
  }

  #proceed(state: SpeechState, frame: AudioFrame, voiced: boolean): void {
    if (this.#emittedMs < this.#limits.maxBufferedSpeechMs) {
      const { samples, sampleRate } = frame;
      this.#emitWithAudio(this.#createWindow(state, voiced, [{ samples: this.#copy(samples), sampleRate }]));
    } else {
      this.#padding.push(frame, false);
      this.#subscriber.next(this.#createWindow(state, voiced, []));
    }
  }

  #createWindow(
    { voicedMs, lastVoicedMs }: SpeechState,
    voiced: boolean,
    audio: readonly AudioFrame[],
  ): Extract<VadEvent, { readonly kind: 'window' }> {
    return { kind: 'window', segment: this.#segment, atMs: this.#atMs, voiced, voicedMs, lastVoicedMs, audio };
  }

  /** Emits the event, and `truncated` when the segment reaches its audio limit. */
  #emitWithAudio(event: Extract<VadEvent, { readonly audio: unknown }>): void {
    for (const frame of event.audio) this.#emittedMs += durationMs(frame);
    this.#subscriber.next(event);
    if (this.#emittedMs >= this.#limits.maxBufferedSpeechMs)
      this.#subscriber.next({ kind: 'truncated', segment: this.#segment, atMs: this.#atMs });
  }

  #end({ voicedMs, lastVoicedMs }: SpeechState, by: 'silence' | ForcedEnd['kind']): void {
    this.#subscriber.next({ kind: 'ended', segment: this.#segment, atMs: this.#atMs, voicedMs, lastVoicedMs, by });
    this.#segment += 1;
  }
}

/** Returns whether the segment is open and the user is silent in it. */
function isPauseOf(voice: VoiceState, isOpen: boolean): boolean {
  return isOpen && voice.phase === 'speech' && voice.silenceMs > 0;
}
