/** An ONNX model that is its own test double: small, and written here, so that no file is needed. */
export interface OnnxDouble {
  /** Name of its input: [1, 80, 800] floats. */
  readonly input?: string;
  /** The output is this function of the mean of the input. */
  readonly activation?: 'Sigmoid' | 'Neg';
}

/** Writes an ONNX file whose one output is the activation of the mean of its input. */
export function createOnnxFile({ input = 'input_features', activation = 'Sigmoid' }: OnnxDouble = {}): Uint8Array {
  const axes = message(field(1, 'axes'), ...[0, 1, 2].map((axis) => varint(8, axis)), varint(20, INTS));
  const keep = message(field(1, 'keepdims'), varint(3, 0), varint(20, INT));
  const nodes = [
    message(field(1, input), field(2, 'mean'), field(4, 'ReduceMean'), field(5, axes), field(5, keep)),
    message(field(1, 'mean'), field(2, 'logits'), field(4, activation)),
  ];
  const graph = message(
    ...nodes.map((node) => field(1, node)),
    field(2, 'double'),
    field(11, tensor(input, [1, 80, 800])),
    field(12, tensor('logits', [])),
  );
  return message(varint(1, IR_VERSION), field(7, graph), field(8, message(field(1, ''), varint(2, OPSET))));
}

const IR_VERSION = 8;
const OPSET = 13;
const INT = 2;
const INTS = 7;
const FLOAT = 1;

/** The name, type and shape of an input or output. */
function tensor(name: string, shape: readonly number[]): Uint8Array {
  const dims = message(...shape.map((size) => field(1, message(varint(1, size)))));
  return message(field(1, name), field(2, message(field(1, message(varint(1, FLOAT), field(2, dims))))));
}

function message(...fields: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(fields.flatMap((bytes) => [...bytes]));
}

/** A field of text or of a message, as protobuf writes it. */
function field(number: number, value: string | Uint8Array): Uint8Array {
  const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : value;
  return Uint8Array.from([...encode(number * 8 + 2), ...encode(bytes.length), ...bytes]);
}

function varint(number: number, value: number): Uint8Array {
  return Uint8Array.from([...encode(number * 8), ...encode(value)]);
}

function encode(value: number): readonly number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...encode(Math.floor(value / 128))];
}
