import type { PeerFormat } from '../../../core/mediaAdapter.ts';

/** The formats of a channel, keyed by their names in a dial string, such as `c(slin16)`. */
export const ASTERISK_FORMATS: Readonly<Record<string, PeerFormat>> = {
  slin16: { encoding: 'pcm_s16le', sample_rate: 16_000 },
  slin: { encoding: 'pcm_s16le', sample_rate: 8000 },
  ulaw: { encoding: 'mulaw', sample_rate: 8000 },
  alaw: { encoding: 'alaw', sample_rate: 8000 },
  slin24: { encoding: 'pcm_s16le', sample_rate: 24_000 },
  slin48: { encoding: 'pcm_s16le', sample_rate: 48_000 },
};

/** Returns the names of the formats with this rate. */
export function formatsOf(sampleRate: number): readonly string[] {
  return Object.entries(ASTERISK_FORMATS)
    .filter(([, { sample_rate }]) => sample_rate === sampleRate)
    .map(([name]) => name);
}
