import * as z from 'zod';
import type { AudioFormat } from '../../../core/protocol.ts';
import { validateBody } from '../../problems/validate.ts';
import type { DurationOption } from '../../common/options.ts';
import type { PasswordManifest } from '../telephone/passwordLine.ts';
import { asterisk } from './asterisk.ts';

/** Options for calls from Asterisk. */
export interface AsteriskOptions extends DurationOption {
  /** The `password` in websocket_client.conf, at least 16 characters long. Requests without it are refused. */
  readonly password: string;
}

/** Sample rates, keyed by their text in the dial string, such as `v(sample_rate=8000)`. */
const RATES = { 8000: 8000, 16000: 16_000, 24000: 24_000, 48000: 48_000 } as const;
const query: z.ZodType<{ readonly sample_rate: `${keyof typeof RATES}` }> = z.object({
  sample_rate: z.enum(['8000', '16000', '24000', '48000']),
});

/** `custom_data` comes from `v(...)` in the dial string. */
export const asteriskLine: PasswordManifest = {
  adapter: asterisk,
  label: 'Asterisk',
  readQuery: ({ sample_rate = '16000', ...custom_data }) => {
    const rate: AudioFormat['sample_rate'] = RATES[validateBody(query, { sample_rate }).sample_rate];
    const format = { encoding: 'pcm_s16le', sample_rate: rate } as const;
    return { custom_data, audio: { input: format, output: { ...format, frame_ms: 20 } } };
  },
};
