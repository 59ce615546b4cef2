import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { planRuns, type Run } from './runs.ts';
import { WINDOW_SAMPLES, type Batch, type SampleRate } from './messages.ts';

/** Runs the model and keeps its state for every stream. Used in the worker. */
export interface Scorer {
  /** Resolves to one probability per window, in the order of the batch. */
  score(batch: Batch): Promise<Float32Array>;
  release(stream: number): void;
  /** Number of streams with state. */
  readonly streams: number;
}

/** The part of onnxruntime that scoring needs. */
export interface Runtime {
  readonly Tensor: typeof Tensor;
  readonly run: (feeds: InferenceSession.FeedsType) => Promise<InferenceSession.ReturnType>;
}

export function createScorer(runtime: Runtime): Scorer {
  const states = new Map<number, StreamState>();
  const findState = (stream: number, sampleRate: SampleRate): StreamState => {
    const state = states.get(stream) ?? createState(sampleRate);
    states.set(stream, state);
    return state;
  };
  return {
    async score(batch: Batch): Promise<Float32Array> {
      const probabilities = new Float32Array(batch.streams.length);
      for (const run of planRuns(batch)) {
        const runStates = run.windows.map(({ stream }) => findState(stream, run.sampleRate));
        const scores = await scoreRun(runtime, run, runStates);
        run.windows.forEach(({ index }, row) => void (probabilities[index] = scores[row] as number));
      }
      return probabilities;
    },
    release(stream: number): void {
      states.delete(stream);
    },
    get streams(): number {
      return states.size;
    },
  };
}

/** The model's state for one stream. */
interface StreamState {
  /** The last samples, which precede the next window. */
  readonly context: Float32Array;
  /** State of the two recurrent layers. */
  readonly layers: readonly [Float32Array, Float32Array];
}

const CONTEXT_SAMPLES: Readonly<Record<SampleRate, number>> = { 8000: 32, 16000: 64 };
const LAYER_SIZE = 128;

function createState(sampleRate: SampleRate): StreamState {
  return {
    context: new Float32Array(CONTEXT_SAMPLES[sampleRate]),
    layers: [new Float32Array(LAYER_SIZE), new Float32Array(LAYER_SIZE)],
  };
}

async function scoreRun(
  { Tensor, run }: Runtime,
  { sampleRate, windows }: Run,
  states: StreamState[],
): Promise<Float32Array> {
  const count = windows.length;
  const contextSize = CONTEXT_SAMPLES[sampleRate];
  const width = contextSize + WINDOW_SAMPLES[sampleRate];
  const input = new Float32Array(count * width);
  const state = new Float32Array(2 * count * LAYER_SIZE);
  windows.forEach(({ samples }, row) => writeFloats(samples, input, row * width + contextSize));
  states.forEach(({ context, layers }, row) => {
    input.set(context, row * width);
    layers.forEach((layer, index) => state.set(layer, (index * count + row) * LAYER_SIZE));
  });
  const { output, stateN } = await run({
    input: new Tensor('float32', input, [count, width]),
    state: new Tensor('float32', state, [2, count, LAYER_SIZE]),
    sr: new Tensor('int64', [BigInt(sampleRate)], []),
  });
  const newState = readFloats(stateN);
  states.forEach(({ context, layers }, row) => {
    context.set(input.subarray((row + 1) * width - contextSize, (row + 1) * width));
    layers.forEach((layer, index) => {
      const at = (index * count + row) * LAYER_SIZE;
      layer.set(newState.subarray(at, at + LAYER_SIZE));
    });
  });
  return readFloats(output);
}

function writeFloats(samples: Int16Array, to: Float32Array, at: number): void {
  for (let index = 0; index < samples.length; index += 1) to[at + index] = (samples[index] as number) / 32768;
}

function readFloats(tensor: Tensor | undefined): Float32Array {
  if (tensor?.data instanceof Float32Array) return tensor.data;
  throw new TypeError('expected the outputs `output` and `stateN` of Silero v5 or v6');
}
