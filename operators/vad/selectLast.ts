import type { AudioFrame } from '../../src/core/audio.ts';

/** Selects the last frames with `count` samples, or all. */
export function selectLastFrames(count: number, frames: readonly AudioFrame[]): readonly AudioFrame[] {
  if (count <= 0) return [];
  let missing = count;
  const first = frames.findLastIndex(({ samples }) => (missing -= samples.length) <= 0);
  return first <= 0 ? frames : frames.slice(first);
}

/** Selects the last `count` samples, or all. */
export function selectLastSamples(count: number, frames: readonly AudioFrame[]): readonly AudioFrame[] {
  const [first, ...others] = selectLastFrames(count, frames);
  if (first === undefined) return [];
  const surplus = Math.max(0, first.samples.length + samplesIn(others) - count);
  return [{ ...first, samples: first.samples.subarray(surplus) }, ...others];
}

function samplesIn(frames: readonly AudioFrame[]): number {
  return frames.reduce((sum, { samples }) => sum + samples.length, 0);
}
