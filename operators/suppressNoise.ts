import { defer, finalize, identity, map, type MonoTypeOperatorFunction } from 'rxjs';
import type { AudioFrame } from '../src/core/audio.ts';
import { checkNoiseFormat } from '../src/core/checkFormat.ts';
import type { NoiseStream, NoiseSuppressor } from '../src/core/ports.ts';
import { createResampler } from '../src/core/resampler.ts';
import { createSampleQueue } from '../src/core/sampleQueue.ts';

export interface SuppressNoiseOptions {
  /** Removes the noise. */
  readonly model: NoiseSuppressor;
}

/**
 * Removes noise from audio. For each frame, synchronously emits a frame of the same length and rate. The audio in it is
 * delayed, by 356 samples (22 ms) with RNNoise at 16 kHz. Resamples the audio for the model and back. After a change of
 * rate, the output begins with silence again.
 *
 * ```
 * frames      a--b--a--b|    a noise, b speech, as long as a frame of the model
 * suppressed  x--x--b--x|    x silence
 * ```
 *
 * Opens a stream of the model on subscription and closes it at the end. Throws an `AntiphonError` `usage_invalid` if
 * the model's rate or frame is out of range. Errors with any error that `openStream` throws, and with `usage_invalid`
 * if a rate cannot be resampled.
 *
 * @example
 * ```ts
 * import type { AudioFrame } from 'antiphon';
 * import { suppressNoise, vad } from 'antiphon/operators';
 * import { rnnoise, silero } from 'antiphon/providers';
 * import type { Observable } from 'rxjs';
 *
 * declare const frames: Observable<AudioFrame>;
 * const speech = frames.pipe(suppressNoise({ model: rnnoise() }), vad({ model: silero({ sampleRate: 16_000 }) }));
 * ```
 */
export function suppressNoise({ model }: SuppressNoiseOptions): MonoTypeOperatorFunction<AudioFrame> {
  checkNoiseFormat(model, 'model');
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

/** The largest number of samples, at the lower rate, that a resampler holds back. */
const HELD = 18;

/**
 * Creates a function that returns as many samples as it receives. Silence at the start makes up for the samples held
 * back on the way.
 */
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
