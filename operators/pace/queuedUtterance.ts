import { durationMs, msOfSamples, type AudioFrame } from '../../src/core/audio.ts';
import { AntiphonError } from '../../src/core/errors.ts';

/** Limit on the sent frames whose slots in the queue are retained. */
const MAX_SENT = 64;

const NO_SAMPLES: Int16Array = new Int16Array(0);

/** An utterance that is being sent, with its waiting audio. */
export class QueuedUtterance {
  readonly utterance: string;
  /** True once its `start` was sent. */
  isStarted: boolean = false;
  /** True once no more audio follows. */
  isEnded: boolean = false;
  /** Rate of its audio; 0 before the first frame. */
  sampleRate: number = 0;
  /** Number of sent samples. */
  sent: number = 0;
  /** Number of waiting samples. */
  queued: number = 0;
  /** True once the limit was reached, so that further audio is dropped. */
  #isFull = false;
  /** The waiting samples, from index `#first`; `#offset` samples of the first were sent. */
  readonly #frames: Int16Array[] = [];
  #first = 0;
  #offset = 0;

  constructor(utterance: string) {
    this.utterance = utterance;
  }

  get queuedMs(): number {
    return this.queued === 0 ? 0 : msOfSamples(this.queued, this.sampleRate);
  }

  /**
   * Adds a frame if it is at most `freeMs` long.
   *
   * @throws AntiphonError `usage_invalid` if its rate differs from that of the others
   */
  add(frame: AudioFrame, freeMs: number): void {
    if (this.isEnded || this.#isFull) return;
    if (durationMs(frame) > freeMs) {
      this.#isFull = true;
      return;
    }
    const { samples, sampleRate } = frame;
    if (this.sampleRate !== 0) checkSampleRate(this.utterance, this.sampleRate, sampleRate);
    if (samples.length === 0) return;
    this.sampleRate = sampleRate;
    this.#frames.push(samples);
    this.queued += samples.length;
  }

  /** Takes at most `max` samples from the front. Copies them only if they span several frames. */
  take(max: number): Int16Array {
    const count = Math.min(max, this.queued);
    this.queued -= count;
    this.sent += count;
    const first = this.#takePart(count);
    if (first.length === count) return first;
    const samples = new Int16Array(count);
    samples.set(first);
    for (let at = first.length; at < count; ) {
      const part = this.#takePart(count - at);
      samples.set(part, at);
      at += part.length;
    }
    return samples;
  }

  /** Takes at most `max` samples of the first frame. Releases a used frame at once and its slot later. */
  #takePart(max: number): Int16Array {
    const frames = this.#frames;
    const frame = frames[this.#first] as Int16Array;
    const part = frame.subarray(this.#offset, this.#offset + max);
    this.#offset += part.length;
    if (this.#offset < frame.length) return part;
    this.#offset = 0;
    frames[this.#first++] = NO_SAMPLES;
    if (this.#first >= MAX_SENT && this.#first * 2 >= frames.length) this.#compact();
    return part;
  }

  #compact(): void {
    this.#frames.splice(0, this.#first);
    this.#first = 0;
  }
}

function checkSampleRate(utterance: string, expected: number, got: number): void {
  if (got === expected) return;
  const message = `Expected all audio of utterance ${utterance} at ${expected} Hz, got ${got} Hz.`;
  throw new AntiphonError('usage_invalid', message);
}
