import * as z from 'zod';
import type { MediaAdapter } from '../../core/mediaAdapter.ts';
import {
  WIRE_FRAME_MS,
  WIRE_SAMPLE_RATES,
  type AudioFormat,
  type AudioFormats,
  type OutputFormat,
} from '../../core/protocol.ts';

/** The fields of the formats in which sessions exchange audio. */
export const pcm: {
  readonly encoding: z.ZodLiteral<AudioFormat['encoding']>;
  readonly sample_rate: z.ZodLiteral<AudioFormat['sample_rate']>;
} = {
  encoding: z.literal('pcm_s16le'),
  sample_rate: z.literal(WIRE_SAMPLE_RATES).describe('In Hz.'),
};

export const audioFormat: z.ZodType<AudioFormat, AudioFormat> = z
  .strictObject(pcm)
  .describe('16-bit PCM, little-endian, mono.');

export const frameMs: z.ZodLiteral<OutputFormat['frame_ms']> = z
  .literal(WIRE_FRAME_MS)
  .describe('Length of the longest binary frame, in ms.');

export const outputFormat: z.ZodType<OutputFormat, OutputFormat> = z
  .strictObject({ ...pcm, frame_ms: frameMs })
  .describe('16-bit PCM, little-endian, mono, in frames of frame_ms.');

/** Returns the audio formats of a session whose request names none. */
export function defaultFormats({
  input: [input],
  output: [output],
}: MediaAdapter['capabilities']['audio']): AudioFormats {
  const { sample_rate = 16_000 } = input ?? {};
  const { sample_rate: rate = 24_000 } = output ?? {};
  return {
    input: { encoding: 'pcm_s16le', sample_rate },
    output: { encoding: 'pcm_s16le', sample_rate: rate, frame_ms: 20 },
  };
}
