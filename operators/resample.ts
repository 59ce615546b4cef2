import { concat, concatMap, defer, type OperatorFunction } from 'rxjs';
import type { AudioFrame } from '../src/core/audio.ts';
import { createResampler } from '../src/core/resampler.ts';

export interface ResampleOptions {
  /** The rate of the output, in Hz: an integer, 1000 to 192000. */
  readonly sampleRate: number;
}

/**
 * Converts 16-bit mono audio of any rate to one rate. Removes frequencies above half the lower rate, so that nothing
 * aliases.
 *
 * A stretch of `N` samples at `r` Hz becomes `ceil(N * sampleRate / r)` samples, however it is split into frames;
 * sample `m` is at `m / sampleRate` seconds of the stretch. Because the filter looks ahead, the end of each frame (16
 * to 18 samples of the lower rate, about 1 ms at 16 kHz) is emitted with the next frame, or when the source completes
 * or changes its rate, which begins a new stretch. Frames that already have the right rate are emitted unchanged, as
 * the same objects. Errors of the source are emitted at once.
 *
 * ```
 * 48 kHz    a----a----a----|       a: 480 samples (10 ms)
 * 16 kHz    x----y----y----(z|)    x: 144, y: 160, z: 16, together 480
 * ```
 *
 * Errors with an `AntiphonError` `usage_invalid` if a rate is out of range.
 *
 * @example
 * ```ts
 * import { resample } from 'antiphon/operators';
 * import { from, reduce } from 'rxjs';
 *
 * const second = Array.from({ length: 100 }, () => ({ samples: new Int16Array(441), sampleRate: 44_100 }));
 * from(second)
 *   .pipe(
 *     resample({ sampleRate: 16_000 }),
 *     reduce((sum, { samples }) => sum + samples.length, 0),
 *   )
 *   .subscribe((samples) => console.log(samples)); // 16000
 * ```
 */
export function resample({ sampleRate }: ResampleOptions): OperatorFunction<AudioFrame, AudioFrame> {
  return (frames) =>
    defer(() => {
      const converter = createConverter(sampleRate);
      return concat(
        frames.pipe(concatMap((frame) => converter.push(frame))),
        defer(() => converter.flush()),
      );
    });
}

interface Converter {
  push(frame: AudioFrame): readonly AudioFrame[];
  flush(): readonly AudioFrame[];
}

function createConverter(sampleRate: number): Converter {
  let from = sampleRate;
  let resampler = createResampler(from, sampleRate);
  const asFrames = (samples: Int16Array): AudioFrame[] => (samples.length === 0 ? [] : [{ samples, sampleRate }]);
  const flush = (): AudioFrame[] => asFrames(resampler.flush());
  const convert = (frame: AudioFrame): AudioFrame[] =>
    from === sampleRate ? [frame] : asFrames(resampler.push(frame.samples));
  const push = (frame: AudioFrame): AudioFrame[] => {
    if (frame.sampleRate === from) return convert(frame);
    const tail = flush();
    resampler = createResampler(frame.sampleRate, sampleRate);
    from = frame.sampleRate;
    return [...tail, ...convert(frame)];
  };
  return { push, flush };
}
