import { loadEngine } from '../../../providers/local/stt/engine.ts';
import { alignWithBackground, measureEvidence, type Evidence } from '../../../providers/local/stt/rejection.ts';
import { measureVoicing } from '../../../providers/local/stt/voicing.ts';
import { CLEAN, noisy, overKeys, overMusic, TELEPHONE, toFrames, toSegment, type Condition } from './conditions.ts';
import { createSet, type Sample } from './createSet.ts';

const CONDITIONS: readonly Condition[] = [
  CLEAN,
  TELEPHONE,
  { ...TELEPHONE, ...noisy(20) },
  ...[20, 10].flatMap((snr) => [noisy(snr), overMusic(snr), overKeys(snr)]),
];

/** Weights as `rejection.ts` has them: of each piece of evidence, and a bias. */
export type FittedWeights = Readonly<Record<string, number>>;

interface Row {
  readonly evidence: Evidence;
  readonly isRight: boolean;
  /** How much it counts. */
  readonly share: number;
}

/** Fits the weights of evidence in a quiet and in a noisy room to the tuning part of the set, by logistic regression. */
export async function fitWeights(): Promise<{ readonly quiet: FittedWeights; readonly noisy: FittedWeights }> {
  const rows = await collectEvidence();
  const names = Object.keys(rows[0]?.evidence ?? {}).filter((name) => name !== 'noise') as (keyof Evidence)[];
  const scales = names.map((name) => scaleOf(rows.map(({ evidence }) => evidence[name])));
  const inputs = rows.map(({ evidence }) => {
    const scaled = [
      ...names.map((name, n) => (evidence[name] - (scales[n]?.mean ?? 0)) / (scales[n]?.deviation ?? 1)),
      1,
    ];
    return [...scaled.map((x) => x * (1 - evidence.noise)), ...scaled.map((x) => x * evidence.noise)];
  });
  const fitted = regress(inputs, rows);
  const unscale = (weights: readonly number[]): FittedWeights => {
    const own = names.map((_, n) => (weights[n] ?? 0) / (scales[n]?.deviation ?? 1));
    const bias = own.reduce((sum, weight, n) => sum - weight * (scales[n]?.mean ?? 0), weights[names.length] ?? 0);
    const rounded = [...own, bias].map((weight) => Number(weight.toPrecision(3)));
    return Object.fromEntries([...names, 'bias'].map((name, n) => [name, rounded[n] ?? 0]));
  };
  return { quiet: unscale(fitted.slice(0, names.length + 1)), noisy: unscale(fitted.slice(names.length + 1)) };
}

async function collectEvidence(): Promise<readonly Row[]> {
  const set = await createSet('tuning');
  const engine = await loadEngine('en-US');
  const decoder = await engine.createDecoder();
  const background = await engine.createBackground();
  const rows: Row[] = [];
  for (const condition of CONDITIONS)
    for (const sample of set) {
      decoder.setGrammar(sample.grammar);
      decoder.start();
      for (const samples of toFrames(toSegment(sample, condition))) decoder.process(samples);
      decoder.stop();
      const hypothesis = decoder.align();
      const isRight = sample.kind === 'inside' && decoder.text() === sample.text;
      // A sentence that the engine takes for another says nothing about either.
      if (hypothesis.some(({ text }) => text !== '') && (isRight || sample.kind !== 'inside')) {
        const voicing = measureVoicing(decoder.audio());
        const heard = alignWithBackground(background, decoder.audio(), voicing);
        const evidence = measureEvidence(hypothesis, heard, decoder.pronounce, voicing);
        rows.push({ evidence, isRight, share: shareOf(sample, condition) });
      }
      await decoder.reset();
    }
  return rows;
}

/** A sentence counts three times, a sound twice; at 10 dB, for which there is no aim, a fifth of it. */
function shareOf({ kind }: Sample, { snr }: Condition): number {
  const share = snr === 10 ? 0.2 : 1;
  if (kind === 'inside') return 3 * share;
  return kind === 'sound' ? 2 * share : share;
}

function scaleOf(values: readonly number[]): { readonly mean: number; readonly deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / values.length) };
}

/** Logistic regression with a quadratic penalty, by gradients with momentum. The same in every run. */
function regress(inputs: readonly (readonly number[])[], rows: readonly Row[]): readonly number[] {
  let weights = (inputs[0] ?? []).map(() => 0);
  let before = weights;
  const total = rows.reduce((sum, { share }) => sum + share, 0);
  for (let step = 0; step < STEPS; step += 1) {
    const ahead = weights.map((weight, k) => weight + MOMENTUM * (weight - (before[k] ?? 0)));
    const gradient = ahead.map((weight) => PENALTY * weight);
    for (const [n, input] of inputs.entries()) {
      const { isRight = false, share = 0 } = rows[n] ?? {};
      const score = input.reduce((sum, x, k) => sum + x * (ahead[k] ?? 0), 0);
      const error = share * (1 / (1 + Math.exp(-score)) - Number(isRight));
      for (const [k, x] of input.entries()) gradient[k] = (gradient[k] ?? 0) + error * x;
    }
    before = weights;
    weights = ahead.map((weight, k) => weight - (RATE / total) * (gradient[k] ?? 0));
  }
  return weights;
}

const STEPS = 3000;
const MOMENTUM = 0.9;
const RATE = 1;
const PENALTY = 4;
