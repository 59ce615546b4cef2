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
    ...combineTaps(weight(0), bins).map((matrix) => inBlocks(matrix, 128, range(bins + 1))),
    bias(0),
    inBlocks(weight(1), 64, columnsOf(128, [0, 1, 2])),
    bias(1),
    // Of two frames, as the input has them: the first one by the middle tap, the second by the last.
    inBlocks(weight(2), 64, columnsOf(64, [1, 2])),
    bias(2),
    inBlocks(weight(3), 128, columnsOf(64, [1])),
    bias(3),
    lstmWeights(constantOf(branch, 'rnn.weight_ih')),
    lstmWeights(constantOf(branch, 'rnn.weight_hh')),
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

const GOLDEN = (1 + Math.sqrt(5)) / 2;
const OUTER = 2 + 2 * GOLDEN ** 2;
const INNER = 2 + 2 / GOLDEN ** 2;

/** Combines the taps of the first convolution as kernels/silero/convolution0.ts needs them: five matrices [128][bins + 1], whose last column is zero. */
function combineTaps(taps, bins) {
  const combinations = [
    (a, b, c) => (a + b + c / GOLDEN) / OUTER,
    (a, b, c) => (b - a + c * GOLDEN) / INNER,
    (a, b, c) => (a + b - c * GOLDEN) / INNER,
    (a, b, c) => (b - a - c / GOLDEN) / OUTER,
    (a, b, c) => a - c,
  ];
  return combinations.map((valueOf) =>
    Float32Array.from({ length: 128 * (bins + 1) }, (_, at) => {
      const bin = at % (bins + 1);
      const first = (Math.floor(at / (bins + 1)) * bins + bin) * 3;
      return bin === bins ? 0 : valueOf(taps[first], taps[first + 1], taps[first + 2]);
    }),
  );
}

/** The columns of a convolution's matrix: tap by tap, and of each tap all channels. */
function columnsOf(channels, taps) {
  return taps.flatMap((tap) => range(channels).map((channel) => channel * 3 + tap));
}

/** Orders a matrix as blocks of rows: [outputs / size][columns][size]. */
function inBlocks(matrix, outputs, columns, size = 16) {
  const blocks = range(outputs / size).map((block) => range(size).map((row) => block * size + row));
  return orderRows(matrix, matrix.length / outputs, blocks, columns);
}

/** [units / 4][128 inputs][4 gates][4 units] */
function lstmWeights(matrix) {
  return orderRows(doubleCellGate(matrix), UNITS, gateBlocks(), range(UNITS));
}

/** [units / 4][4 gates][4 units] */
function lstmBias(ofInput, ofHidden) {
  const sums = doubleCellGate(ofInput.map((value, row) => value + ofHidden[row]));
  return Float32Array.from(gateBlocks().flatMap((rows) => rows.map((row) => sums[row])));
}

/** Doubles what belongs to the third of the four gates, whose tanh x is taken as 2 sigmoid(2 x) - 1. */
function doubleCellGate(values) {
  const gate = values.length / 4;
  return values.map((value, at) => (at >= 2 * gate && at < 3 * gate ? 2 * value : value));
}

/** The rows of the recurrent layer's matrices, four units at a time. The gates are in PyTorch's order. */
function gateBlocks() {
  return range(UNITS / 4).map((block) =>
    range(4).flatMap((gate) => range(4).map((unit) => gate * UNITS + block * 4 + unit)),
  );
}

function orderRows(matrix, width, blocks, columns) {
  return Float32Array.from(
    blocks.flatMap((rows) => columns.flatMap((column) => rows.map((row) => matrix[row * width + column]))),
  );
}

function range(length) {
  return Array.from({ length }, (_, at) => at);
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
