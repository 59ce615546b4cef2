/** Transforms a complex signal of a fixed length in place, given its real and imaginary parts. */
export type Fft = (re: Float64Array, im: Float64Array) => void;

/** Creates a discrete Fourier transform of `length` points, by prime factors (Cooley–Tukey). */
export function createFft(length: number): Fft {
  const factors = factorise(length);
  const order = createOrder(length, factors);
  const cos = Float64Array.from({ length }, (_, n) => Math.cos((2 * Math.PI * n) / length));
  const sin = Float64Array.from({ length }, (_, n) => -Math.sin((2 * Math.PI * n) / length));
  const passes = factors.map((factor, n) => createPass(length, factor, sizeAfter(factors, n), cos, sin));
  const copies = [new Float64Array(length), new Float64Array(length)] as const;
  return (re, im) => {
    copies[0].set(re);
    copies[1].set(im);
    for (let n = 0; n < length; n += 1) {
      re[n] = copies[0][order[n] as number] as number;
      im[n] = copies[1][order[n] as number] as number;
    }
    for (const pass of passes) pass(re, im);
  };
}

/** Returns the length of the transforms that are complete after the first `n` + 1 passes. */
function sizeAfter(factors: readonly number[], n: number): number {
  return factors.slice(0, n + 1).reduce((size, factor) => size * factor, 1);
}

/** Creates the order in which the parts of each transform are adjacent. Splits off the last factor first. */
function createOrder(length: number, factors: readonly number[]): Int32Array {
  let groups: number[][] = [Array.from({ length }, (_, n) => n)];
  for (const factor of factors.toReversed())
    groups = groups.flatMap((group) =>
      Array.from({ length: factor }, (_, q) => group.filter((__, n) => n % factor === q)),
    );
  return Int32Array.from(groups.flat());
}

/** Creates a pass that joins `factor` transforms of `size / factor` points each into one of `size`. */
function createPass(length: number, factor: number, size: number, cos: Float64Array, sin: Float64Array): Fft {
  const part = size / factor;
  const [turnedRe, turnedIm] = [new Float64Array(factor), new Float64Array(factor)];
  const step = length / size;
  const around = length / factor;
  return (re, im) => {
    for (let from = 0; from < length; from += size)
      for (let k = 0; k < part; k += 1) {
        for (let q = 0; q < factor; q += 1) {
          const at = from + q * part + k;
          const [c, s] = [cos[q * k * step] as number, sin[q * k * step] as number];
          turnedRe[q] = (re[at] as number) * c - (im[at] as number) * s;
          turnedIm[q] = (re[at] as number) * s + (im[at] as number) * c;
        }
        for (let r = 0; r < factor; r += 1) {
          let sumRe = 0;
          let sumIm = 0;
          for (let q = 0; q < factor; q += 1) {
            const turn = ((q * r) % factor) * around;
            sumRe += (turnedRe[q] as number) * (cos[turn] as number) - (turnedIm[q] as number) * (sin[turn] as number);
            sumIm += (turnedRe[q] as number) * (sin[turn] as number) + (turnedIm[q] as number) * (cos[turn] as number);
          }
          re[from + r * part + k] = sumRe;
          im[from + r * part + k] = sumIm;
        }
      }
  };
}

function factorise(length: number): readonly number[] {
  const factors: number[] = [];
  let rest = length;
  for (let factor = 2; rest > 1; factor += 1)
    while (rest % factor === 0) {
      factors.push(factor);
      rest /= factor;
    }
  return factors;
}
