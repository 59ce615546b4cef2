import type { AudioFrame } from 'antiphon';
import { resample } from 'antiphon/operators';
import { from, lastValueFrom, map, toArray } from 'rxjs';

/** Concatenates `parts`. */
export function concatSamples(parts: readonly Int16Array[]): Int16Array {
  const whole = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Joins frames and resamples them. */
export async function resampleAll(frames: readonly AudioFrame[], sampleRate: number): Promise<AudioFrame> {
  const parts = from(frames).pipe(
    resample({ sampleRate }),
    map(({ samples }) => samples),
    toArray(),
  );
  return { samples: concatSamples(await lastValueFrom(parts)), sampleRate };
}
