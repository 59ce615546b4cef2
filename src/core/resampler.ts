import { RATES } from './checkFormat.ts';
import { AntiphonError } from './errors.ts';

/** Zero crossings of the sinc on either side, in samples of the lower of the two rates: also the group delay. */
const LOBES = 16;
/** Frequency at half amplitude, as a fraction of the lower Nyquist frequency. */
const CUTOFF = 0.92;
/** Shape of the Kaiser window: about 65 dB of stopband attenuation. */
const KAISER_BETA = 6.2;
/** Input samples that are added to the delay line at a time. */
const BLOCK = 1024;
/** Limit on the coefficients of a bank (half a megabyte). Two rates that are nearly coprime exceed it. */
const MAX_COEFFICIENTS = 2 ** 17;
/** Number of filter banks that are kept. */
const MAX_BANKS = 32;

/** A converter of a stream of 16-bit mono PCM from one rate to another, in pieces of any length. */
export interface Resampler {
  /** Adds `samples` and returns the output samples that are complete, if any. */
  push(samples: Int16Array): Int16Array;
  /** Ends the stream and returns the rest of the output. The next `push` begins a new stream. */
  flush(): Int16Array;
}

/**
 * Creates a band-limited streaming resampler (polyphase windowed sinc) from `from` Hz to `to` Hz.
 *
 * Output sample `m` lies exactly at `m / to` seconds of the input. To compensate for the filter's group delay, `push`
 * holds output back (16 to 18 samples of the lower rate, about 1 ms at 16 kHz) until `flush`. `N` input samples give
 * `ceil(N * to / from)` output samples, regardless of the chunking. If the rates are equal, samples are returned
 * unchanged.
 *
 * @param from Integer, 1000 to 192000.
 * @param to Integer, 1000 to 192000.
 * @throws AntiphonError `usage_invalid` if a rate is out of range, or if the filter needs more than 131072
 *   coefficients, which no pair of common audio rates does.
 */
export function createResampler(from: number, to: number): Resampler {
  checkRate(from);
  checkRate(to);
  if (from === to) return { push: (samples) => samples, flush: () => new Int16Array(0) };
  const bank = filterBank(from, to);
  const silence = new Int16Array(bank.taps / 2);
  let line = emptyLine(bank);

  const push = (samples: Int16Array): Int16Array => {
    const out = new Int16Array(dueAfter(bank, line, samples.length));
    let written = 0;
    for (let at = 0; at < samples.length; at += BLOCK) {
      append(line, samples.subarray(at, at + BLOCK));
      written = filter(bank, line, out, written);
    }
    return out;
  };
  const flush = (): Int16Array => {
    const tail = push(silence);
    line = emptyLine(bank);
    return tail;
  };
  return { push, flush };
}

function checkRate(rate: number): void {
  if (Number.isInteger(rate) && rate >= RATES.min && rate <= RATES.max) return;
  throw new AntiphonError(
    'usage_invalid',
    `Expected a sample rate in whole Hz from ${RATES.min} to ${RATES.max}, got ${rate}.`,
  );
}

/**
 * The filter of one ratio `up : down` in lowest terms: one row of `taps` coefficients for each of the `up` positions
 * that an output sample can have between two input samples.
 */
interface FilterBank {
  readonly up: number;
  readonly down: number;
  readonly taps: number;
  readonly coefficients: Float32Array;
}

/** The filter banks by ratio, shared by all streams of the process. */
const banks: Map<string, FilterBank> = new Map();

function filterBank(from: number, to: number): FilterBank {
  const common = greatestCommonDivisor(from, to);
  const up = to / common;
  const down = from / common;
  const key = `${up}:${down}`;
  const bank = banks.get(key) ?? designBank(up, down);
  banks.set(key, bank);
  const oldest = banks.keys().next().value;
  if (banks.size > MAX_BANKS && oldest !== undefined) banks.delete(oldest);
  return bank;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

function designBank(up: number, down: number): FilterBank {
  const bandwidth = Math.min(1, up / down);
  // Even, so that the length of a row is a multiple of four, because `dot` takes four taps per step.
  const half = 2 * Math.ceil(LOBES / bandwidth / 2);
  const taps = 2 * half;
  if (up * taps > MAX_COEFFICIENTS) {
    throw new AntiphonError('usage_invalid', `Expected two sample rates with a simpler ratio, got ${down} to ${up}.`);
  }
  const coefficients = new Float32Array(up * taps);
  for (let phase = 0; phase < up; phase += 1) {
    const row = Array.from({ length: taps }, (_, tap) => kernel(tap - half + 1 - phase / up, half, CUTOFF * bandwidth));
    const gain = row.reduce((sum, coefficient) => sum + coefficient, 0);
    // Each row passes a constant unchanged, because a phase that is louder than another would be audible as a tone.
    row.forEach((coefficient, tap) => {
      coefficients[phase * taps + tap] = coefficient / gain;
    });
  }
  return { up, down, taps, coefficients };
}

/** Returns the Kaiser-windowed sinc at `x` input samples from its centre. */
function kernel(x: number, half: number, bandwidth: number): number {
  const angle = Math.PI * x * bandwidth;
  const sinc = angle === 0 ? 1 : Math.sin(angle) / angle;
  return sinc * besselI0(KAISER_BETA * Math.sqrt(Math.max(0, 1 - (x / half) ** 2)));
}

/** Modified Bessel function of the first kind, order zero, by its power series. */
function besselI0(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; term > sum * Number.EPSILON; k += 1) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

/** The input that later outputs need, and the position of the next output's window in it. */
interface DelayLine {
  readonly samples: Int16Array;
  filled: number;
  start: number;
  phase: number;
}

/**
 * Creates a delay line that begins with silence, so that the first output sample is centred on the first input sample.
 */
function emptyLine({ taps }: FilterBank): DelayLine {
  return { samples: new Int16Array(taps + BLOCK), filled: taps / 2 - 1, start: 0, phase: 0 };
}

function append(line: DelayLine, block: Int16Array): void {
  line.samples.copyWithin(0, line.start, line.filled);
  line.filled -= line.start;
  line.start = 0;
  line.samples.set(block, line.filled);
  line.filled += block.length;
}

/** Returns the number of outputs that are complete after `more` samples. */
function dueAfter({ up, down, taps }: FilterBank, { filled, start, phase }: DelayLine, more: number): number {
  const windows = filled + more - taps - start + 1;
  return Math.max(0, Math.ceil((windows * up - phase) / down));
}

/** Writes the complete outputs to `out` from `at`, and returns their end. */
function filter({ up, down, taps, coefficients }: FilterBank, line: DelayLine, out: Int16Array, at: number): number {
  const wholeStep = Math.floor(down / up);
  const phaseStep = down % up;
  let to = at;
  for (; line.start + taps <= line.filled; to += 1) {
    out[to] = clamp(dot(line.samples, line.start, coefficients, line.phase * taps, taps));
    const phase = line.phase + phaseStep;
    line.start += phase < up ? wholeStep : wholeStep + 1;
    line.phase = phase < up ? phase : phase - up;
  }
  return to;
}

/** Returns the dot product. Four independent sums are nearly twice as fast as one. */
function dot(samples: Int16Array, start: number, coefficients: Float32Array, row: number, taps: number): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let tap = 0; tap < taps; tap += 4) {
    const s = start + tap;
    const r = row + tap;
    a += (samples[s] as number) * (coefficients[r] as number);
    b += (samples[s + 1] as number) * (coefficients[r + 1] as number);
    c += (samples[s + 2] as number) * (coefficients[r + 2] as number);
    d += (samples[s + 3] as number) * (coefficients[r + 3] as number);
  }
  return a + b + (c + d);
}

function clamp(value: number): number {
  return Math.max(-32768, Math.min(32767, Math.round(value)));
}
