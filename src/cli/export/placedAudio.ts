/** Audio without a gap, with the session time at which it begins. */
export interface PlacedAudio {
  readonly fromMs: number;
  /** In Hz. */
  readonly rate: number;
  readonly samples: Int16Array;
}

/** Decodes the samples of a line: 16 bit little endian, in base64. Without them it is silence of the same length. */
export function decodeSamples({
  samples,
  pcm,
}: {
  readonly samples: number;
  readonly pcm?: string | undefined;
}): Int16Array {
  if (pcm === undefined) return new Int16Array(samples);
  // Copied: decoded base64 may be unaligned.
  return new Int16Array(Uint8Array.from(Buffer.from(pcm, 'base64')).buffer, 0, samples);
}
