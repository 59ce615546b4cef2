import * as z from 'zod';
import type { Filled, Tagged } from '../../../src/core/schema.ts';
import { nonEmpty } from '../../../src/core/schema.ts';

/** The embedded recogniser, SoundSwallower, without a key. */
export interface LocalSttSettings {
  /** All that can be understood, as a grammar in JSGF; its words in lower case, each one in the engine's dictionary. */
  readonly grammar: string;
  /** Which acoustic model and dictionary. @default "en-US" */
  readonly language?: 'en-US' | 'fr-FR' | undefined;
  /** How many segments can be heard at once, over all sessions of the process; those beyond wait in order. @range 1 to 8 @default 2 */
  readonly decoders?: number | undefined;
}

/** `STT.Local(…)` as it stands in a config. */
export interface LocalStt extends LocalSttSettings {
  readonly provider: 'local';
}

export type FilledLocalStt = Filled<LocalStt>;

export const localSttSchema: Tagged<FilledLocalStt, LocalStt> = z.strictObject({
  provider: z.literal('local'),
  grammar: nonEmpty,
  language: z.enum(['en-US', 'fr-FR']).default('en-US'),
  decoders: z.int().min(1).max(8).default(2),
});
