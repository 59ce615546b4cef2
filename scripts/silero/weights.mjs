// The weights of the bundled model in the order in which the kernel reads them (kernels/silero/memory.ts).
import { branchFor, constantOf } from './onnx.mjs';

const ALIGNMENT = 16;
const UNITS = 128;

/** The weights for one sample rate, little endian. */
export function arrangeWeights(model, sampleRate) {
  const branch = branchFor(model, sampleRate);
  const weight = (layer) => constantOf(branch, `encoder.${layer}.reparam_conv.weight`);
  const bias = (layer) => constantOf(branch, `encoder.${layer}.reparam_conv.bias`);
  const bins = sampleRate === 16_000 ? 129 : 65;
  return concatAligned([
    createTables(bins - 1),
    inBlocks(weight(0), { outputs: 128, block: 8, columns: columnsOf(bins, [0, 1, 2]) }),
    bias(0),
    inBlocks(weight(1), { outputs: 64, block: 16, columns: columnsOf(128, [0, 1, 2]) }),
    bias(1),
    // Of two frames, as the input has them: the first one by the middle tap, the second by the last.
    inBlocks(weight(2), { outputs: 64, block: 32, columns: [...columnsOf(64, [1]), ...columnsOf(64, [2])] }),
    bias(2),
    inBlocks(weight(3), { outputs: 128, block: 32, columns: columnsOf(64, [1]) }),
    bias(3),
    lstmWeights(constantOf(branch, 'rnn.weight_ih'), constantOf(branch, 'rnn.weight_hh')),
    lstmBias(constantOf(branch, 'rnn.bias_ih'), constantOf(branch, 'rnn.bias_hh')),
    constantOf(branch, 'decoder.2.weight'),
    constantOf(branch, 'decoder.2.bias'),
  ]);
}

/** Hann window, twiddles and order of the Fourier transform of 2 `hop` samples. */
function createTables(hop) {
  const hann = Float32Array.from({ length: 2 * hop }, (_, n) => 0.5 - 0.5 * Math.cos((Math.PI * n) / hop));
  const twiddles = (count, turn) =>
    Float32Array.from({ length: 2 * count }, (_, at) => {
      const angle = 2 * Math.PI * Math.floor(at / 2) * turn;
      return at % 2 === 0 ? Math.cos(angle) : -Math.sin(angle);
    });
  const bits = Math.log2(hop);
  const order = Uint8Array.from({ length: hop }, (_, n) =>
    Number.parseInt(n.toString(2).padStart(bits, '0').split('').reverse().join(''), 2),
  );
  return concat([hann, twiddles(hop / 2, 1 / hop), twiddles(hop + 1, 1 / (2 * hop)), order]);
}

/** The columns of a convolution's matrix: channel by channel, and of each channel some of the three taps. */
function columnsOf(channels, taps) {
  return Array.from({ length: channels }, (_, channel) => taps.map((tap) => channel * 3 + tap)).flat();
}

/** Orders a matrix [outputs][columns] as blocks of rows: [outputs / block][columns][block]. */
function inBlocks(matrix, { outputs, block, columns }) {
  const width = matrix.length / outputs;
  const blocks = Array.from({ length: outputs / block }, (_, at) => at * block);
  const rows = Array.from({ length: block }, (_, row) => row);
  return Float32Array.from(
    blocks.flatMap((first) => columns.flatMap((column) => rows.map((row) => matrix[(first + row) * width + column]))),
  );
}

/** [units / 8][256 inputs][4 gates][8 units] */
function lstmWeights(ofInput, ofHidden) {
  const at = (row, input) => (input < UNITS ? ofInput[row * UNITS + input] : ofHidden[row * UNITS + input - UNITS]);
  const inputs = Array.from({ length: 2 * UNITS }, (_, input) => input);
  return Float32Array.from(
    gateBlocks().flatMap((rows) => inputs.flatMap((input) => rows.map((row) => at(row, input)))),
  );
}

/** [units / 8][4 gates][8 units] */
function lstmBias(ofInput, ofHidden) {
  return Float32Array.from(gateBlocks().flatMap((rows) => rows.map((row) => ofInput[row] + ofHidden[row])));
}

/** The rows of the recurrent layer's matrices, eight units at a time. The gates are in PyTorch's order. */
function gateBlocks() {
  return Array.from({ length: UNITS / 8 }, (_, block) =>
    [0, 1, 2, 3].flatMap((gate) => Array.from({ length: 8 }, (__, unit) => gate * UNITS + block * 8 + unit)),
  );
}

function concatAligned(parts) {
  return Buffer.concat(
    parts.flatMap((part) => [bytesOf(part), Buffer.alloc((ALIGNMENT - (part.byteLength % ALIGNMENT)) % ALIGNMENT)]),
  );
}

function concat(parts) {
  return Buffer.concat(parts.map(bytesOf));
}

function bytesOf({ buffer, byteOffset, byteLength }) {
  return Buffer.from(buffer, byteOffset, byteLength);
}
