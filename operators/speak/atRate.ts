import { defer, type MonoTypeOperatorFunction } from 'rxjs';
import { mapArrays } from '../../src/stream/mapArrays.ts';
import type { TtsEvent } from '../../src/core/ports.ts';
import { createResampler, type Resampler } from '../../src/core/resampler.ts';

/** Converts audio to another rate; emits other events as they are. */
export function atRate(sampleRate: number): MonoTypeOperatorFunction<TtsEvent> {
  return (events) =>
    defer(() => {
      let resampler: Resampler | null = null;
      const convert = (event: TtsEvent): readonly TtsEvent[] => {
        if (event.kind !== 'audio' || event.frame.sampleRate === sampleRate) return [event];
        resampler ??= createResampler(event.frame.sampleRate, sampleRate);
        return audio(resampler.push(event.frame.samples), sampleRate);
      };
      return events.pipe(mapArrays(convert, () => audio(resampler?.flush(), sampleRate)));
    });
}

function audio(samples: Int16Array | undefined, sampleRate: number): readonly TtsEvent[] {
  return samples === undefined || samples.length === 0 ? [] : [{ kind: 'audio', frame: { samples, sampleRate } }];
}
