import { concatSamples, samplesOfMs } from '../../core/audio.ts';
import { createResampler } from '../../core/resampler.ts';
import { createWavHeader } from '../../wire/audio/wavHeader.ts';
import type { PlacedAudio } from './placedAudio.ts';

/** Sample rate for a call without audio, in Hz. */
const QUIET_RATE = 16_000;
const BYTES_PER_FRAME = 4;

/** Creates a WAV file with two channels, at the higher of their rates. It lasts at least until `endMs`. */
export function createStereoWav(
  left: readonly PlacedAudio[],
  right: readonly PlacedAudio[],
  endMs: number,
): Uint8Array<ArrayBuffer> {
  const rates = [...left, ...right].map(({ rate }) => rate);
  const rate = rates.length === 0 ? QUIET_RATE : Math.max(...rates);
  const channels = [left, right].map((pieces) => pieces.map((piece) => resample(piece, rate)));
  const ends = channels.flat().map(({ at, samples }) => at + samples.length);
  const length = ends.reduce((longest, end) => Math.max(longest, end), samplesOfMs(endMs, rate));
  const bytes = Buffer.alloc(length * BYTES_PER_FRAME);
  for (const [channel, pieces] of channels.entries())
    for (const { at, samples } of pieces)
      for (const [n, sample] of samples.entries()) bytes.writeInt16LE(sample, (at + n) * BYTES_PER_FRAME + 2 * channel);
  return Buffer.concat([createWavHeader(rate, 2, bytes.length), bytes]);
}

interface Piece {
  /** Position of its first sample in the channel. */
  readonly at: number;
  readonly samples: Int16Array;
}

function resample({ fromMs, rate, samples }: PlacedAudio, to: number): Piece {
  const resampler = createResampler(rate, to);
  const all = concatSamples([resampler.push(samples), resampler.flush()]);
  // Audio from before the session is cut off.
  const from = Math.round((fromMs * to) / 1000);
  return { at: Math.max(0, from), samples: all.subarray(Math.max(0, -from)) };
}
