import { delay, identity, map } from 'rxjs';
import type { AudioFrame } from '../../src/core/audio.ts';
import type { VadModel } from '../../src/core/ports.ts';

/** A model whose probability is the window's first sample in hundredths. It answers at once, or after `delayMs`. */
export function amplitudeModel(sampleRate: 8000 | 16000 = 16000, delayMs?: number): VadModel {
  return {
    sampleRate,
    windowSamples: sampleRate === 16000 ? 512 : 256,
    score: (windows) =>
      windows.pipe(
        map((samples) => (samples[0] ?? 0) / 100),
        delayMs === undefined ? identity : delay(delayMs),
      ),
  };
}

/** One window of 32 ms that the model gives the probability `p`. */
export function windowFrame(p: number, sampleRate = 16000): AudioFrame {
  return { samples: new Int16Array((sampleRate * 32) / 1000).fill(Math.round(p * 100)), sampleRate };
}
