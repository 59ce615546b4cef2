/** A filter of the mel scale: its weights, starting at a bin of the spectrum. */
export interface MelFilter {
  readonly from: number;
  readonly weights: Float64Array;
}

export interface MelOptions {
  readonly filters: number;
  /** Bins of the spectrum, from 0 Hz to half of the rate. */
  readonly bins: number;
  /** In Hz. */
  readonly sampleRate: number;
}

/** Creates triangular filters of equal area, evenly spaced on Slaney's mel scale. */
export function createMelFilters({ filters, bins, sampleRate }: MelOptions): readonly MelFilter[] {
  const top = toMel(sampleRate / 2);
  const edges = Array.from({ length: filters + 2 }, (_, n) => toHertz((top * n) / (filters + 1)));
  return Array.from({ length: filters }, (_, n) => {
    const [low = 0, middle = 0, high = 0] = edges.slice(n, n + 3);
    const weights = Float64Array.from({ length: bins }, (__, bin) => {
      const hertz = ((sampleRate / 2) * bin) / (bins - 1);
      const height = Math.min((hertz - low) / (middle - low), (high - hertz) / (high - middle));
      return (Math.max(0, height) * 2) / (high - low);
    });
    const from = weights.findIndex((weight) => weight > 0);
    const to = weights.findLastIndex((weight) => weight > 0);
    return { from: Math.max(0, from), weights: weights.slice(Math.max(0, from), to + 1) };
  });
}

/** Slaney's scale is linear up to 1 kHz and logarithmic above. */
const LINEAR_HERTZ = 200 / 3;
const LOG_FROM_HERTZ = 1000;
const LOG_FROM_MEL = 15;
const LOG_STEP = 27 / Math.log(6.4);

function toMel(hertz: number): number {
  return hertz < LOG_FROM_HERTZ ? hertz / LINEAR_HERTZ : LOG_FROM_MEL + Math.log(hertz / LOG_FROM_HERTZ) * LOG_STEP;
}

function toHertz(mel: number): number {
  return mel < LOG_FROM_MEL ? mel * LINEAR_HERTZ : LOG_FROM_HERTZ * Math.exp((mel - LOG_FROM_MEL) / LOG_STEP);
}
