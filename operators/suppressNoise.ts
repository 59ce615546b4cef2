import { defer, finalize, identity, map, type MonoTypeOperatorFunction } from 'rxjs';
import type { AudioFrame } from '../src/core/audio.ts';
import type { NoiseStream, NoiseSuppressor } from '../src/core/ports.ts';
import { createResampler } from '../src/core/resampler.ts';
import { createSampleQueue } from '../src/core/sampleQueue.ts';

export interface SuppressNoiseOptions {
  /** Removes the noise. */
  readonly model: NoiseSuppressor;
}

/**
 * Removes noise from audio. Each frame becomes a frame of the same length and rate, in the same instant: the audio in it is later, by
 * 356 samples (22 ms) with RNNoise at 16 kHz. It is resampled for the model and back. Another rate begins with silence again.
 *
 * ```
 * frames      a--b--a--b|    a noise, b speech, as long as a frame of the model
 * suppressed  x--x--b--x|    x silence
 * ```
 *
 * A stream of the model is opened at subscription and closed at the end. Errors with what `openStream` throws, and with
 * `usage_invalid` if a rate cannot be resampled.
 */
export function suppressNoise({ model }: SuppressNoiseOptions): MonoTypeOperatorFunction<AudioFrame> {
  return (frames) =>
    defer(() => {
      const stream = model.openStream();
      let rate = 0;
      let convert: Converter = identity;
      const suppress = ({ samples, sampleRate }: AudioFrame): AudioFrame => {
        if (sampleRate !== rate) convert = createConverter(model, stream, sampleRate);
        rate = sampleRate;
        return { samples: convert(samples), sampleRate };
      };
      return frames.pipe(
        map(suppress),
        finalize(() => stream.close()),
      );
    });
}

type Converter = (samples: Int16Array) => Int16Array;

/** Samples of the lower rate that a resampler holds back at most. */
const HELD = 18;

/** Creates the function that returns as many samples as it gets. Silence in front covers what is held back on the way. */
function createConverter(model: NoiseSuppressor, stream: NoiseStream, rate: number): Converter {
  const { sampleRate, frameSamples } = model;
  const up = createResampler(rate, sampleRate);
  const down = createResampler(sampleRate, rate);
  const waiting = createSampleQueue();
  const done = createSampleQueue();
  const ratio = rate / sampleRate;
  const resampled = ratio === 1 ? 0 : 2 * HELD * Math.max(1, ratio);
  done.push(new Int16Array(Math.ceil(frameSamples * ratio + resampled)));
  return (samples) => {
    waiting.push(up.push(samples));
    while (waiting.length >= frameSamples) {
      const frame = waiting.take(frameSamples);
      stream.process(frame);
      done.push(down.push(frame));
    }
    return done.takeCopy(samples.length);
  };
}
