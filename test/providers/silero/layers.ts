import { InferenceSession, Tensor } from 'onnxruntime-node';
import { WINDOW_SAMPLES, type SampleRate } from '../../../providers/silero/messages.ts';
import { readModel } from '../../../scripts/silero/model.mjs';
import { branchFor, decodeModel, encodeModel, type OnnxGraph } from '../../../scripts/silero/onnx.mjs';

/** The output of each layer, as rows of [frame][channel]; `spectrum` as [bin][frame], like the kernel's. */
export interface LayerOutputs {
  readonly spectrum: Float32Array;
  readonly encoded0: Float32Array;
  readonly encoded1: Float32Array;
  readonly encoded2: Float32Array;
  readonly encoded3: Float32Array;
  readonly hidden: Float32Array;
  readonly cell: Float32Array;
  readonly probability: Float32Array;
}

/** A tensor of floats without a shape, in the encoding of ONNX. */
const FLOATS = Uint8Array.of(0x0a, 0x02, 0x08, 0x01);

/** Opens the bundled model with the outputs of its layers: each call of the result runs one window of one stream. */
export async function openLayers(sampleRate: SampleRate): Promise<(window: Int16Array) => Promise<LayerOutputs>> {
  const model = decodeModel(readModel());
  const branch = branchFor(model, sampleRate);
  const layers = layerNames(branch);
  const graph: OnnxGraph = {
    name: 'layers',
    nodes: branch.nodes,
    inputs: model.graph.inputs.filter(({ name }) => name !== 'sr'),
    outputs: [...layers, ...branch.outputs.map(({ name }) => name)].map((name) => ({ name, type: FLOATS })),
  };
  const session = await InferenceSession.create(encodeModel({ ...model, graph }), { intraOpNumThreads: 1 });
  const contextSize = WINDOW_SAMPLES[sampleRate] / 8;
  let context = new Float32Array(contextSize);
  let state = new Float32Array(256);
  return async (window) => {
    const input = Float32Array.from([...context, ...[...window].map((sample) => sample / 32768)]);
    context = input.slice(-contextSize);
    const results = await session.run({
      input: new Tensor('float32', input, [1, input.length]),
      state: new Tensor('float32', state, [2, 1, 128]),
    });
    const [spectrum, encoded0, encoded1, encoded2, encoded3, probability, newState] = graph.outputs.map(
      ({ name }) => (results[name] as Tensor).data as Float32Array,
    ) as [Float32Array, Float32Array, Float32Array, Float32Array, Float32Array, Float32Array, Float32Array];
    state = newState.slice();
    return {
      spectrum,
      encoded0: byFrame(encoded0, 4),
      encoded1: byFrame(encoded1, 2),
      encoded2,
      encoded3,
      hidden: newState.slice(0, 128),
      cell: newState.slice(128),
      probability,
    };
  };
}

/** The values behind the square root of the transform and behind the four convolutions. */
function layerNames({ nodes }: OnnxGraph): string[] {
  const outputsOf = (operator: string): string[] =>
    nodes.filter((node) => node.operator === operator).map(({ outputs }) => outputs[0] as string);
  return [...outputsOf('Sqrt'), ...outputsOf('Relu').slice(0, 4)];
}

/** [channel][frame] as [frame][channel] */
function byFrame(values: Float32Array, frames: number): Float32Array {
  const channels = values.length / frames;
  return values.map((_, at) => values[(at % channels) * frames + Math.floor(at / channels)] as number);
}
