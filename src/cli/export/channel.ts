import { concatSamples, samplesOfMs } from '../../core/audio.ts';
import { lazy } from '../../core/lazy.ts';
import { createResampler } from '../../core/resampler.ts';
import type { PlacedAudio } from './placedAudio.ts';

/** One channel of a call, of which any part can be read. It is silent between its pieces. */
export interface Channel {
  /** End of the last piece, in samples. */
  readonly length: number;
  /** Returns the samples from `from` on. Beyond the end, they are silent. */
  read(from: number, count: number): Int16Array;
}

/** Sample rate for a call without audio, in Hz. */
const QUIET_RATE = 16_000;
/** Lowest rate that a resampler accepts, in Hz. Pieces of a damaged recording may have a lower one. */
const LOWEST_RATE = 1000;

/** Selects the highest rate of the pieces, in Hz. */
export function selectRate(pieces: readonly PlacedAudio[]): number {
  return pieces.reduce((highest, { rate }) => Math.max(highest, rate), 0) || QUIET_RATE;
}

/** Creates a channel at `rate`. A piece of another rate is converted when it is first read. */
export function createChannel(placed: readonly PlacedAudio[], rate: number): Channel {
  const pieces = placed.filter((piece) => piece.rate >= LOWEST_RATE).map((piece) => createPiece(piece, rate));
  return {
    length: pieces.reduce((longest, { at, length }) => Math.max(longest, at + length), 0),
    read: (from, count) => {
      const target = new Int16Array(count);
      for (const piece of pieces) {
        if (piece.at >= from + count || piece.at + piece.length <= from) continue;
        const samples = piece.samples().subarray(Math.max(0, from - piece.at), from + count - piece.at);
        target.set(samples, Math.max(0, piece.at - from));
      }
      return target;
    },
  };
}

interface Piece {
  /** Position of its first sample in the channel. */
  readonly at: number;
  readonly length: number;
  readonly samples: () => Int16Array;
}

function createPiece({ fromMs, rate, samples }: PlacedAudio, to: number): Piece {
  // Audio from before the session is cut off.
  const from = Math.round((fromMs * to) / 1000);
  const cut = Math.max(0, -from);
  const convert = (): Int16Array => {
    const resampler = createResampler(rate, to);
    return concatSamples([resampler.push(samples), resampler.flush()]).subarray(cut);
  };
  return {
    at: Math.max(0, from),
    length: Math.max(0, Math.ceil((samples.length * to) / rate) - cut),
    samples: lazy(convert),
  };
}

/** Returns the length of a call in samples: up to the end of its last channel, and at least until `endMs`. */
export function lengthOf(channels: readonly Channel[], endMs: number, rate: number): number {
  return channels.reduce((longest, { length }) => Math.max(longest, length), samplesOfMs(endMs, rate));
}
