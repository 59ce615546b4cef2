/**
 * Returns samples as bytes, 16-bit little-endian.
 *
 * @example
 * ```ts
 * import { bytesOfSamples, type SttAction } from 'antiphon/providers';
 *
 * // The method `audio` of a dialect whose server takes samples as binary frames.
 * export const audio = (_: number, samples: Int16Array): readonly SttAction[] => [
 *   { kind: 'send', frame: bytesOfSamples(samples) },
 * ];
 * ```
 */
export function bytesOfSamples(samples: Int16Array): Uint8Array {
  return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
}

/**
 * Encodes bytes as base64.
 *
 * @example
 * ```ts
 * import { bytesOfSamples, toBase64 } from 'antiphon/providers';
 *
 * console.log(JSON.stringify({ type: 'audio', data: toBase64(bytesOfSamples(Int16Array.of(1, -1))) }));
 * // {"type":"audio","data":"AQD//w=="}
 * ```
 */
export function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

/**
 * Decodes base64 and skips all other characters.
 *
 * @example
 * ```ts
 * import { asText, fromBase64, parseObject } from 'antiphon/providers';
 *
 * const { data } = parseObject('{"type":"audio","data":"AQD//w=="}') ?? {};
 * console.log(fromBase64(asText(data))); // the bytes 1, 0, 255, 255
 * ```
 */
export function fromBase64(text: string): Uint8Array {
  return Buffer.from(text, 'base64');
}

/** Returns the bytes of a WebSocket message. */
export function bytesOfMessage(data: Buffer | ArrayBuffer | Buffer[]): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
}
