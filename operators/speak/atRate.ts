import { concat, concatMap, defer, EMPTY, of } from 'rxjs';
import type { MonoTypeOperatorFunction, Observable } from 'rxjs';
import type { TtsEvent } from '../../src/core/ports.ts';
import { createResampler } from '../../src/core/resampler.ts';
import type { Resampler } from '../../src/core/resampler.ts';

/** The voice's audio at another rate; its other events as they are. */
export function atRate(sampleRate: number): MonoTypeOperatorFunction<TtsEvent> {
  return (events) =>
    defer(() => {
      let resampler: Resampler | null = null;
      const convert = (event: TtsEvent): Observable<TtsEvent> => {
        if (event.kind !== 'audio' || event.frame.sampleRate === sampleRate) return of(event);
        resampler ??= createResampler(event.frame.sampleRate, sampleRate);
        return audio(resampler.push(event.frame.samples), sampleRate);
      };
      return concat(
        events.pipe(concatMap(convert)),
        defer(() => audio(resampler?.flush(), sampleRate)),
      );
    });
}

function audio(samples: Int16Array | undefined, sampleRate: number): Observable<TtsEvent> {
  return samples === undefined || samples.length === 0
    ? EMPTY
    : of<TtsEvent>({ kind: 'audio', frame: { samples, sampleRate } });
}
