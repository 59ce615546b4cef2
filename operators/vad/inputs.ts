import type { AudioFrame } from '../../src/core/audio.ts';
import type { Scorer } from './scorer.ts';
import { WindowCutter, type WindowFormat } from './windows.ts';

type Input =
  | { readonly kind: 'frame'; readonly frame: AudioFrame }
  | { readonly kind: 'score'; readonly p: number }
  | { readonly kind: 'muted'; readonly muted: boolean }
  | { readonly kind: 'stall' }
  | { readonly kind: 'turn'; readonly segment: number }
  | { readonly kind: 'framesEnd' | 'scoresEnd' };

/** Handles inputs one at a time. An input that arrives while another's events are being emitted waits. */
export class Inputs {
  readonly #scorer: Scorer;
  readonly #cutter: WindowCutter;
  readonly #complete: () => void;
  readonly #waiting: Input[] = [];
  #isBusy = false;
  #isMuted = false;
  /** How many of the two streams, frames and scores, are still open. */
  #open = 2;

  constructor(format: WindowFormat, scorer: Scorer, complete: () => void) {
    this.#scorer = scorer;
    this.#cutter = new WindowCutter(format, scorer);
    this.#complete = complete;
  }

  /** Adds a frame. Handles it directly if nothing is waiting, since one arrives for every window. */
  addFrame(frame: AudioFrame): void {
    if (this.#isBusy) {
      this.#waiting.push({ kind: 'frame', frame });
      return;
    }
    this.#isBusy = true;
    this.#cut(frame);
    this.#takeWaiting();
  }

  /** Adds a score. A score that the model emits synchronously belongs to the input that sent the window. */
  addScore(p: number): void {
    if (this.#isBusy) this.#scorer.addScore(p);
    else this.add({ kind: 'score', p });
  }

  add(input: Input): void {
    this.#waiting.push(input);
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.#takeWaiting();
  }

  #takeWaiting(): void {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) this.#take(next);
    this.#isBusy = false;
  }

  #take(input: Input): void {
    switch (input.kind) {
      case 'frame':
        return this.#cut(input.frame);
      case 'score':
        return this.#scorer.addScore(input.p);
      case 'muted':
        this.#isMuted = input.muted;
        return this.#isMuted ? this.#endAudio('mute') : undefined;
      case 'stall':
      case 'turn':
        return this.#scorer.endSegment(input);
      case 'framesEnd':
        this.#endAudio('stall');
        this.#scorer.endWindows();
        return this.#end();
      case 'scoresEnd':
        this.#scorer.endScores();
        return this.#end();
    }
  }

  #cut(frame: AudioFrame): void {
    if (this.#isMuted) this.#cutter.skip(frame);
    else this.#cutter.push(frame);
  }

  #endAudio(kind: 'mute' | 'stall'): void {
    this.#cutter.flush();
    this.#scorer.endSegment({ kind });
  }

  #end(): void {
    this.#open -= 1;
    if (this.#open === 0) this.#complete();
  }
}
