// The part of the ONNX format that the bundled model needs (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto3).
import protobuf from 'protobufjs/light.js';

const field = (id, type, rule) => ({ id, type, ...(rule && { rule }) });

const { Model } = protobuf.Root.fromJSON({
  nested: {
    Model: {
      fields: { irVersion: field(1, 'int64'), graph: field(7, 'Graph'), opsets: field(8, 'Opset', 'repeated') },
    },
    Opset: { fields: { domain: field(1, 'string'), version: field(2, 'int64') } },
    Graph: {
      fields: {
        nodes: field(1, 'Node', 'repeated'),
        name: field(2, 'string'),
        inputs: field(11, 'Value', 'repeated'),
        outputs: field(12, 'Value', 'repeated'),
      },
    },
    Value: { fields: { name: field(1, 'string'), type: field(2, 'bytes') } },
    Node: {
      fields: {
        inputs: field(1, 'string', 'repeated'),
        outputs: field(2, 'string', 'repeated'),
        name: field(3, 'string'),
        operator: field(4, 'string'),
        attributes: field(5, 'Attribute', 'repeated'),
      },
    },
    Attribute: {
      fields: {
        name: field(1, 'string'),
        f: field(2, 'float'),
        i: field(3, 'int64'),
        s: field(4, 'bytes'),
        tensor: field(5, 'Tensor'),
        graph: field(6, 'Graph'),
        floats: field(7, 'float', 'repeated'),
        ints: field(8, 'int64', 'repeated'),
        type: field(20, 'int32'),
      },
    },
    Tensor: {
      fields: {
        dims: field(1, 'int64', 'repeated'),
        dataType: field(2, 'int32'),
        rawData: field(9, 'bytes'),
      },
    },
  },
}).nested;

/** @param {Uint8Array} bytes */
export function decodeModel(bytes) {
  return Model.decode(bytes);
}

export function encodeModel(model) {
  return Model.encode(Model.fromObject(model)).finish();
}

/** The branch of the model for a sample rate: its weights are constants in there. */
export function branchFor(model, sampleRate) {
  const choice = model.graph.nodes.find(({ operator }) => operator === 'If');
  const name = sampleRate === 16_000 ? 'then_branch' : 'else_branch';
  return choice.attributes.find((attribute) => attribute.name === name).graph;
}

/** The floats of the branch's constant whose name ends with `suffix`. */
export function constantOf(branch, suffix) {
  const found = branch.nodes.find(({ operator, outputs }) => operator === 'Constant' && outputs[0].endsWith(suffix));
  if (found === undefined) throw new Error(`The model has no constant "${suffix}".`);
  const { rawData } = found.attributes[0].tensor;
  return new Float32Array(rawData.buffer.slice(rawData.byteOffset, rawData.byteOffset + rawData.byteLength));
}
