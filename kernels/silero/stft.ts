import { multiplyAdd } from './math';

// Short-time Fourier transform: four frames, one in each lane. The model has a convolution in its place, with a basis of
// 2 x bins filters: a Hann window times cosines and sines. The fast transform differs from it by 1e-7.

/**
 * Magnitudes of four frames of samples.
 *
 * - `samples` [5 hops], two hops to a frame
 * - `tables`: `hann` [2 hops]; `inner` [hop / 2][cosine, -sine of 2 pi k / hop]; `outer` [hop + 1][cosine, -sine of
 *   pi k / hop]; `order` [hop], bytes: the bit-reversed numbers from 0
 * - `transformed` [hop][real, imaginary][4 frames]
 * - `output` [hop + 1 bins][4 frames]
 */
export function stft(samples: usize, hop: i32, tables: usize, transformed: usize, output: usize): void {
  const inner = tables + ((<usize>hop) << 3),
    outer = inner + ((<usize>hop) << 2);
  const order = outer + ((<usize>(hop + 1)) << 3);
  loadFrames(samples, hop, tables, order, transformed);
  transform(transformed, hop, inner);
  writeMagnitudes(transformed, hop, outer, output);
}

/**
 * Windows the frames, and turns four samples of each into four values of all. Sample n is the real part of the complex value n / 2 if n
 * is even, else its imaginary part.
 */
function loadFrames(samples: usize, hop: i32, hann: usize, order: usize, transformed: usize): void {
  const frame = (<usize>hop) << 2;
  for (const end = samples + 2 * frame; samples < end; samples += 16) {
    const window = v128.load(hann);
    const frame0 = f32x4.mul(v128.load(samples), window),
      frame1 = f32x4.mul(v128.load(samples + frame), window),
      frame2 = f32x4.mul(v128.load(samples + 2 * frame), window),
      frame3 = f32x4.mul(v128.load(samples + 3 * frame), window);
    const low01 = v128.shuffle<f32>(frame0, frame1, 0, 4, 1, 5),
      high01 = v128.shuffle<f32>(frame0, frame1, 2, 6, 3, 7);
    const low23 = v128.shuffle<f32>(frame2, frame3, 0, 4, 1, 5),
      high23 = v128.shuffle<f32>(frame2, frame3, 2, 6, 3, 7);
    const first = transformed + ((<usize>load<u8>(order)) << 5),
      second = transformed + ((<usize>load<u8>(order, 1)) << 5);
    v128.store(first, v128.shuffle<f64>(low01, low23, 0, 2));
    v128.store(first, v128.shuffle<f64>(low01, low23, 1, 3), 16);
    v128.store(second, v128.shuffle<f64>(high01, high23, 0, 2));
    v128.store(second, v128.shuffle<f64>(high01, high23, 1, 3), 16);
    hann += 16;
    order += 2;
  }
}

/** Fast Fourier transform in place, radix 2, of `count` complex values in bit-reversed order. */
function transform(values: usize, count: i32, twiddles: usize): void {
  for (let half = 1, step = count << 2; half < count; half <<= 1, step >>= 1) {
    let twiddle = twiddles;
    for (let k = 0; k < half; k++) {
      const c = v128.load32_splat(twiddle),
        s = v128.load32_splat(twiddle, 4);
      twiddle += step;
      for (let start = k; start < count; start += half << 1) {
        const even = values + ((<usize>start) << 5),
          odd = even + ((<usize>half) << 5);
        const re = v128.load(odd),
          im = v128.load(odd, 16);
        const turnedRe = f32x4.sub(f32x4.mul(re, c), f32x4.mul(im, s));
        const turnedIm = multiplyAdd(f32x4.mul(im, c), re, s);
        const evenRe = v128.load(even),
          evenIm = v128.load(even, 16);
        v128.store(even, f32x4.add(evenRe, turnedRe));
        v128.store(even, f32x4.add(evenIm, turnedIm), 16);
        v128.store(odd, f32x4.sub(evenRe, turnedRe));
        v128.store(odd, f32x4.sub(evenIm, turnedIm), 16);
      }
    }
  }
}

/** Separates the transforms of the even and of the odd samples, joins them to that of all, and takes its magnitudes. */
function writeMagnitudes(values: usize, count: i32, twiddles: usize, output: usize): void {
  const half = f32x4.splat(0.5);
  for (let k = 0; k <= count; k++) {
    const low = values + ((<usize>(k & (count - 1))) << 5),
      high = values + ((<usize>((count - k) & (count - 1))) << 5);
    const lowRe = v128.load(low),
      lowIm = v128.load(low, 16),
      highRe = v128.load(high),
      highIm = v128.load(high, 16);
    const evenRe = f32x4.add(lowRe, highRe),
      evenIm = f32x4.sub(lowIm, highIm);
    const oddRe = f32x4.add(lowIm, highIm),
      oddIm = f32x4.sub(highRe, lowRe);
    const c = v128.load32_splat(twiddles),
      s = v128.load32_splat(twiddles, 4);
    const re = f32x4.mul(half, f32x4.add(evenRe, f32x4.sub(f32x4.mul(oddRe, c), f32x4.mul(oddIm, s))));
    const im = f32x4.mul(half, f32x4.add(evenIm, multiplyAdd(f32x4.mul(oddIm, c), oddRe, s)));
    v128.store(output, f32x4.sqrt(multiplyAdd(f32x4.mul(re, re), im, im)));
    twiddles += 8;
    output += 16;
  }
}
