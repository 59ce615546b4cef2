/** The path of the model's ONNX file. */
export const MODEL_PATH: string;

/** Reads the model. @throws Error if it is another file */
export function readModel(): Buffer;

/** The notice of the model. */
export const LICENCE: string;
