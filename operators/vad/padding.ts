import { samplesOfMs, type AudioFrame } from '../../src/core/audio.ts';
import { createSampleQueue } from '../../src/core/sampleQueue.ts';

/** The audio from which the next segment will begin: the padding, and behind it the voiced windows in a row so far. */
export interface Padding {
  /** Adds a copy of a window, and drops the oldest ones that are no longer needed. A window without voice ends the row. */
  push(window: AudioFrame, voiced: boolean): void;
  /** Removes everything, and returns copies of the windows with the needed audio, the first cut to fit. */
  take(sampleRate: number): readonly AudioFrame[];
  /** Ends the row of voiced windows. */
  endRun(): void;
  clear(): void;
  /** Keeps so much from now on. */
  setLength(paddingMs: number): void;
}

/** The length and the rate of a window whose samples are in the queue. */
interface KeptWindow {
  readonly length: number;
  readonly sampleRate: number;
}

export function createPadding(firstMs: number): Padding {
  let paddingMs = firstMs;
  const queue = createSampleQueue();
  const windows: KeptWindow[] = [];
  let runSamples = 0;
  const needed = (sampleRate: number): number => samplesOfMs(paddingMs, sampleRate) + runSamples;
  const clear = (): void => {
    windows.length = 0;
    queue.drop(queue.length);
  };
  return {
    push({ samples, sampleRate }, voiced) {
      runSamples = voiced ? runSamples + samples.length : 0;
      queue.push(samples);
      windows.push({ length: samples.length, sampleRate });
      const kept = needed(sampleRate);
      while (queue.length > 0 && queue.length - (windows[0]?.length ?? 0) >= kept)
        queue.drop(windows.shift()?.length ?? 0);
    },
    take(sampleRate) {
      const taken: AudioFrame[] = [];
      let surplus = Math.max(0, queue.length - needed(sampleRate));
      for (const window of windows) {
        const cut = Math.min(surplus, window.length);
        surplus -= cut;
        queue.drop(cut);
        const samples = queue.takeCopy(window.length - cut);
        if (samples.length > 0) taken.push({ samples, sampleRate: window.sampleRate });
      }
      clear();
      runSamples = 0;
      return taken;
    },
    endRun() {
      runSamples = 0;
    },
    clear,
    setLength: (ms) => void (paddingMs = ms),
  };
}
