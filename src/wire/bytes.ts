/** Returns samples as bytes, 16-bit little-endian. */
export function bytesOfSamples(samples: Int16Array): Uint8Array {
  return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
}

export function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

/** Decodes base64 and skips all other characters. */
export function fromBase64(text: string): Uint8Array {
  return Buffer.from(text, 'base64');
}

/** Returns the bytes of a WebSocket message. */
export function bytesOfMessage(data: Buffer | ArrayBuffer | Buffer[]): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
}
