/** The bytes of samples as wires carry them: 16 bits each, little end first. */
export function bytesOfSamples(samples: Int16Array): Uint8Array {
  return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
}

export function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

/** What is no base64 in it is skipped. */
export function fromBase64(text: string): Uint8Array {
  return Buffer.from(text, 'base64');
}
