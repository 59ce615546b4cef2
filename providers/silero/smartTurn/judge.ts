import type { InferenceSession } from 'onnxruntime-node';
import type { Runtime } from '../scorer.ts';
import { createFeatureExtractor, FRAMES, MELS } from './features.ts';

/** Resolves to the probability that the user has finished. */
export type Judge = (audio: Int16Array) => Promise<number>;

const INPUT = 'input_features';

/** Creates a judge of pauses. @throws Error for a model whose interface differs from Smart Turn v3 */
export function createJudge(
  { Tensor, run }: Runtime,
  { inputNames, outputNames }: Pick<InferenceSession, 'inputNames' | 'outputNames'>,
): Judge {
  const [output = ''] = outputNames;
  if (inputNames.length !== 1 || inputNames[0] !== INPUT)
    throw new Error(`expected Smart Turn v3 with the input \`${INPUT}\`, got ${inputNames.join(', ')}`);
  const extract = createFeatureExtractor();
  return async (audio) => {
    const { [output]: result } = await run({ [INPUT]: new Tensor('float32', extract(audio), [1, MELS, FRAMES]) });
    const over = result?.data instanceof Float32Array ? result.data[0] : undefined;
    if (over !== undefined && over >= 0 && over <= 1) return over;
    throw new Error(`expected a probability from 0 to 1, got ${over}`);
  };
}
