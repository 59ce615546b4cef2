import { multiplyAdd, relu, sigmoids } from './math';

/**
 * Probability of speech: ReLU, a product with `weights` [128], `bias` [1], sigmoid.
 *
 * - `probability` [4], of which the first value is the result; working memory
 */
export function decode(hidden: usize, weights: usize, bias: usize, probability: usize): f32 {
  let sums = f32x4.splat(0);
  for (let at: usize = 0; at < 512; at += 16) {
    sums = multiplyAdd(sums, relu(v128.load(hidden + at)), v128.load(weights + at));
  }
  const sum =
    f32x4.extract_lane(sums, 0) +
    f32x4.extract_lane(sums, 1) +
    f32x4.extract_lane(sums, 2) +
    f32x4.extract_lane(sums, 3);
  v128.store(probability, f32x4.splat(sum + load<f32>(bias)));
  sigmoids(probability, 4);
  return load<f32>(probability);
}
