/** Audio without a gap and the session time at which it begins. */
export interface PlacedAudio {
  readonly fromMs: number;
  /** Sample rate in Hz. */
  readonly rate: number;
  readonly samples: Int16Array;
}

/** Decodes a line's samples from 16-bit little-endian base64. Without samples, returns silence of the same length. */
export function decodeSamples({
  samples,
  pcm,
}: {
  readonly samples: number;
  readonly pcm?: string | undefined;
}): Int16Array {
  if (pcm === undefined) return new Int16Array(samples);
  // Copied, because decoded base64 may be unaligned.
  return new Int16Array(Uint8Array.from(Buffer.from(pcm, 'base64')).buffer, 0, samples);
}
