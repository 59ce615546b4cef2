import type { Observable } from 'rxjs';
import { createSubject } from '../../src/stream/operate.ts';
import type { AudioFrame } from '../../src/core/audio.ts';
import { AntiphonError } from '../../src/core/errors.ts';
import type { ForcedEnd, Segmenter } from './segmenter.ts';
import type { WindowSink } from './windows.ts';

/** A window that the model has not scored, and the forced ends after it. */
interface UnscoredWindow {
  readonly audio: AudioFrame;
  readonly atMs: number;
  readonly ends: ForcedEnd[];
}

/**
 * Sends windows to the model and passes them on with their scores, in order. A forced end waits for the windows before
 * it.
 */
export class Scorer implements WindowSink {
  readonly #windows = createSubject<Int16Array>();
  readonly #segmenter: Segmenter;
  readonly #maxUnscored: number;
  readonly #waiting: UnscoredWindow[] = [];
  /** The window that the model is scoring. The next window reuses its memory. */
  #given: AudioFrame | undefined;
  #givenAtMs = 0;
  /** Scores that arrived while the events of another score were being emitted. */
  readonly #scores: number[] = [];
  #isScoring = false;

  constructor(segmenter: Segmenter, maxUnscored: number) {
    this.#segmenter = segmenter;
    this.#maxUnscored = maxUnscored;
  }

  /** The model's input. */
  get windows(): Observable<Int16Array> {
    return this.#windows;
  }

  /** @throws AntiphonError `vad_overloaded` if too many windows are waiting */
  addWindow(samples: Int16Array, audio: AudioFrame, atMs: number): void {
    this.#given = audio;
    this.#givenAtMs = atMs;
    this.#windows.next(samples);
    if (this.#given !== undefined) this.#keepGiven(this.#given);
  }

  /** Ends the open segment once all windows so far are scored. */
  endSegment(end: ForcedEnd): void {
    const last = this.#waiting.at(-1);
    if (last === undefined) this.#segmenter.endNow(end);
    else last.ends.push(end);
  }

  /** Ends the model's input. */
  endWindows(): void {
    this.#windows.complete();
  }

  /** Applies the score of the oldest window. @throws AntiphonError `vad_failed` if there is none */
  addScore(p: number): void {
    if (this.#isScoring) {
      this.#scores.push(p);
      return;
    }
    this.#isScoring = true;
    this.#score(p);
    for (let next = this.#scores.shift(); next !== undefined; next = this.#scores.shift()) this.#score(next);
    this.#isScoring = false;
  }

  /** Ends the scores. @throws AntiphonError `vad_failed` if windows are still waiting */
  endScores(): void {
    const unscored = this.#waiting.length;
    if (unscored > 0) throw new AntiphonError('vad_failed', `the model ended without ${unscored} scores`);
  }

  #score(p: number): void {
    const oldest = this.#waiting.shift();
    if (oldest === undefined) this.#scoreGiven(p);
    else {
      this.#segmenter.addWindow(oldest.audio, oldest.atMs, p);
      for (const end of oldest.ends) this.#segmenter.endNow(end);
    }
  }

  #scoreGiven(p: number): void {
    const given = this.#given;
    if (given === undefined) throw new AntiphonError('vad_failed', 'the model emitted more scores than windows');
    this.#given = undefined;
    this.#segmenter.addWindow(given, this.#givenAtMs, p);
  }

  #keepGiven({ samples, sampleRate }: AudioFrame): void {
    this.#given = undefined;
    this.#waiting.push({ audio: { samples: samples.slice(), sampleRate }, atMs: this.#givenAtMs, ends: [] });
    const unscored = this.#waiting.length;
    if (unscored <= this.#maxUnscored) return;
    throw new AntiphonError('vad_overloaded', `scoring is behind by ${unscored} windows`);
  }
}
