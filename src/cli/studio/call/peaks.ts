import type { PlacedAudio } from '../../export/placedAudio.ts';

/** The highest samples of a side, from 0 to 1. */
export interface Peaks {
  /** Returns the highest sample of each of `bins` equal parts of a stretch of time; empty for a side without audio. */
  read(fromMs: number, toMs: number, bins: number): readonly number[];
}

/** Length of the parts whose peaks are computed once, in ms. */
const CELL_MS = 10;
const FULL = 32_768;
const DECIMALS = 1000;

/** Computes the peaks of a side in cells, so that a whole call is drawn without looking at its samples again. */
export function createPeaks(pieces: readonly PlacedAudio[]): Peaks {
  const tracks = pieces.filter(({ rate }) => rate > 0).map((piece) => ({ piece, cells: createCells(piece) }));
  return {
    read: (fromMs, toMs, bins) => {
      if (tracks.length === 0) return [];
      const stretch = { fromMs, binMs: (toMs - fromMs) / bins, peaks: new Float64Array(bins) };
      for (const { piece, cells } of tracks)
        if (stretch.binMs >= 2 * CELL_MS) raise(stretch, cells, piece.fromMs, CELL_MS);
        else raise(stretch, piece.samples, piece.fromMs, 1000 / piece.rate);
      return Array.from(stretch.peaks, (peak) => Math.round((peak / FULL) * DECIMALS) / DECIMALS);
    },
  };
}

function createCells({ rate, samples }: PlacedAudio): Int32Array {
  const perCell = (rate * CELL_MS) / 1000;
  const cells = new Int32Array(Math.ceil(samples.length / perCell));
  for (let n = 0; n < samples.length; n += 1) {
    const cell = Math.floor(n / perCell);
    const level = Math.abs(samples[n] ?? 0);
    if (level > (cells[cell] ?? 0)) cells[cell] = level;
  }
  return cells;
}

interface Stretch {
  readonly fromMs: number;
  readonly binMs: number;
  readonly peaks: Float64Array;
}

/** Raises the bins to the values that lie in them, which begin at `startMs` and are `stepMs` apart. */
function raise(
  { fromMs, binMs, peaks }: Stretch,
  values: Int32Array | Int16Array,
  startMs: number,
  stepMs: number,
): void {
  const first = Math.max(0, Math.floor((fromMs - startMs) / stepMs));
  const last = Math.min(values.length, Math.ceil((fromMs + binMs * peaks.length - startMs) / stepMs));
  for (let n = first; n < last; n += 1) {
    const bin = Math.floor((startMs + n * stepMs - fromMs) / binMs);
    const level = Math.abs(values[n] ?? 0);
    if (bin >= 0 && bin < peaks.length && level > (peaks[bin] ?? 0)) peaks[bin] = level;
  }
}
