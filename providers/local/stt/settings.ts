import { nonEmpty, type Filled, type Tagged } from '../../../src/core/schema.ts';
import { lazySchema } from '../../../src/core/zod.ts';

/** Speech to text with the embedded engine SoundSwallower. Needs no key. */
export interface LocalSttSettings {
  /**
   * JSGF grammar of everything that can be recognised. Words in lower case, from the engine's dictionary. At most
   * 50,000 characters.
   */
  readonly grammar: string;
  /** Language of the acoustic model and dictionary. @default "en-US" */
  readonly language?: 'en-US' | 'fr-FR' | undefined;
  /** Segments decoded at once, over all sessions of the process; more wait in order. @range 1 to 8 @default 2 */
  readonly decoders?: number | undefined;
  /**
   * Confidence below which a sentence counts as not understood, so that the recogniser emits nothing. `false`: it emits
   * its best guess, without a confidence. @range 0 to 1 @default 0.5
   */
  readonly reject?: number | false | undefined;
}

/**
 * `STT.Local(…)` as written in a config.
 *
 * @example
 * ```ts
 * import { STT } from 'antiphon';
 *
 * const grammar = '#JSGF V1.0; grammar desk; public <said> = hello | a table for (two | four) please;';
 * export const stt = STT.Local({ grammar });
 * ```
 */
export interface LocalStt extends LocalSttSettings {
  readonly provider: 'local';
}

const DEFAULT_REJECT = 0.5;

export type FilledLocalStt = Filled<LocalStt>;

export const localSttSchema: () => Tagged<FilledLocalStt, LocalStt> = lazySchema((z) =>
  z.strictObject({
    provider: z.literal('local'),
    grammar: nonEmpty().max(50_000, 'at most 50,000 characters'),
    language: z.enum(['en-US', 'fr-FR']).default('en-US'),
    decoders: z.int().min(1).max(8).default(2),
    reject: z.union([z.number().min(0).max(1), z.literal(false)]).default(DEFAULT_REJECT),
  }),
);
