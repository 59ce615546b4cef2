import { concatSamples, msOfSamples } from '../../core/audio.ts';
import type { Recording } from '../../record/format.ts';
import { allIn } from '../../replay/lines.ts';
import { decodeSamples, type PlacedAudio } from './placedAudio.ts';

/**
 * A frame that lags the preceding ones by more than this starts a new stretch, in ms, because audio was missing in
 * between.
 */
const GAP_MS = 150;

/** Places the user's audio. Frames come in bursts, but their samples are contiguous. */
export function placeUserAudio({ head, lines }: Recording): readonly PlacedAudio[] {
  if (!head.audio) return [];
  const stretches: Stretch[] = [];
  for (const { t, v } of allIn(lines, 'audio')) {
    const last = stretches.at(-1);
    const samples = decodeSamples(v);
    const fromMs = t - msOfSamples(samples.length, v.rate);
    const isNext = last?.rate === v.rate && fromMs - (last.fromMs + msOfSamples(last.length, last.rate)) < GAP_MS;
    if (!isNext || last === undefined)
      stretches.push({ fromMs, rate: v.rate, length: samples.length, frames: [samples] });
    else addFrame(last, samples, fromMs);
  }
  return stretches.map(({ fromMs, rate, frames }) => ({ fromMs, rate, samples: concatSamples(frames) }));
}

interface Stretch {
  /** Start according to the least delayed frame. */
  fromMs: number;
  readonly rate: number;
  /** Length in samples. */
  length: number;
  readonly frames: Int16Array[];
}

function addFrame(stretch: Stretch, samples: Int16Array, fromMs: number): void {
  stretch.fromMs = Math.min(stretch.fromMs, fromMs - msOfSamples(stretch.length, stretch.rate));
  stretch.frames.push(samples);
  stretch.length += samples.length;
}
