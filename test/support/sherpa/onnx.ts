import proto, { type onnx } from 'onnx-proto';

/** Writes the few things of the ONNX format that the models of the tests need. */
const { DataType } = proto.onnx.TensorProto;
const { AttributeType } = proto.onnx.AttributeProto;

export type Dims = readonly (number | string)[];

export function describeFloats(name: string, dims: Dims): onnx.IValueInfoProto {
  return describeValue(name, DataType.FLOAT, dims);
}

export function describeIntegers(name: string, dims: Dims): onnx.IValueInfoProto {
  return describeValue(name, DataType.INT64, dims);
}

function describeValue(name: string, elemType: number, dims: Dims): onnx.IValueInfoProto {
  const dim = dims.map((size) => (typeof size === 'number' ? { dimValue: size } : { dimParam: size }));
  return { name, type: { tensorType: { elemType, shape: { dim } } } };
}

export function floats(name: string, dims: readonly number[], values: ArrayLike<number>): onnx.ITensorProto {
  const { buffer } = Float32Array.from(values);
  return { name, dims: [...dims], dataType: DataType.FLOAT, rawData: new Uint8Array(buffer) };
}

export function integers(name: string, values: readonly number[]): onnx.ITensorProto {
  const { buffer } = BigInt64Array.from(values, BigInt);
  return { name, dims: [values.length], dataType: DataType.INT64, rawData: new Uint8Array(buffer) };
}

/** Creates a node. Its attributes are integers or lists of integers. */
export function node(
  opType: string,
  input: readonly string[],
  output: string,
  attributes: Readonly<Record<string, number | readonly number[]>> = {},
): onnx.INodeProto {
  const attribute = Object.entries(attributes).map(([name, value]) =>
    typeof value === 'number'
      ? { name, i: value, type: AttributeType.INT }
      : { name, ints: [...value], type: AttributeType.INTS },
  );
  return { name: output, opType, input: [...input], output: [output], attribute };
}

/** Encodes a model, with `metadata` as sherpa-onnx reads it. */
export function encodeModel(graph: onnx.IGraphProto, metadata: Readonly<Record<string, number | string>>): Uint8Array {
  const metadataProps = Object.entries(metadata).map(([key, value]) => ({ key, value: String(value) }));
  const opsetImport = [{ domain: '', version: 13 }];
  return proto.onnx.ModelProto.encode(
    proto.onnx.ModelProto.fromObject({ irVersion: 8, opsetImport, graph: { name: 'model', ...graph }, metadataProps }),
  ).finish();
}
