/** The releases in which sherpa-onnx publishes its models. */
export const RELEASES = 'https://github.com/k2-fsa/sherpa-onnx/releases/download';

/** The documentation of sherpa-onnx. */
export const DOCS = 'https://k2-fsa.github.io/sherpa/onnx';

/** The package that runs the models of sherpa-onnx. */
export const SHERPA: readonly string[] = ['sherpa-onnx-node'];

/** The source of sizes and checksums, because the release replaces its files under the same names. */
export const RECORDED = 'size and checksum: recorded alike by at least two public projects that use the file';

/** The source of a size without a checksum. */
export const UNRECORDED = 'size: recorded by a public project that uses the file; checksum: not found in two places';
