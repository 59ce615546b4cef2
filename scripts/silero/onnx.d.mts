/** A model file of ONNX, as far as the bundled model needs it. */
export interface OnnxModel {
  readonly irVersion: unknown;
  readonly opsets: readonly object[];
  readonly graph: OnnxGraph;
}

export interface OnnxGraph {
  readonly name: string;
  readonly nodes: readonly OnnxNode[];
  readonly inputs: readonly OnnxValue[];
  readonly outputs: readonly OnnxValue[];
}

export interface OnnxNode {
  readonly operator: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

export interface OnnxValue {
  readonly name: string;
  readonly type: Uint8Array;
}

export function decodeModel(bytes: Uint8Array): OnnxModel;
export function encodeModel(model: OnnxModel): Uint8Array;
export function branchFor(model: OnnxModel, sampleRate: 8000 | 16_000): OnnxGraph;
export function constantOf(branch: OnnxGraph, suffix: string): Float32Array;
