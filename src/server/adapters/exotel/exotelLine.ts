import * as z from 'zod';
import { defaultFormats } from '../../protocols/formats.ts';
import { validateBody } from '../../problems/validate.ts';
import type { DurationOption } from '../../common/options.ts';
import type { PasswordManifest } from '../telephone/passwordLine.ts';
import { exotel } from './exotel.ts';

/** Options for calls over Exotel. */
export interface ExotelOptions extends DurationOption {
  /**
   * The password in the address of the Voicebot applet, at least 16 characters long. Requests without it are refused.
   */
  readonly password: string;
}

const AUDIO = defaultFormats(exotel.capabilities.audio);
const query: z.ZodType<{ readonly 'sample-rate': '16000' }> = z.object({ 'sample-rate': z.literal('16000') });

/** `custom_data` holds the parameters of the address. */
export const exotelLine: PasswordManifest = {
  adapter: exotel,
  label: 'Exotel',
  readQuery: ({ 'sample-rate': rate, ...custom_data }) => {
    validateBody(query, { 'sample-rate': rate });
    return { custom_data, audio: AUDIO };
  },
  // "Close the socket to hang up": https://github.com/exotel/Agent-Stream, docs/AGENTSTREAM_WSS_PROTOCOL.md,
  // commit 07a9efb (read 2026-11-26).
  // The end of the session closes the socket. The protocol has no messages for transfers or keys.
  actions: { hangUp: () => Promise.resolve() },
};
