import { nonEmpty, type Filled, type Tagged } from '../../../src/core/schema.ts';
import { lazySchema } from '../../../src/core/zod.ts';

/** Text to speech with the embedded engines Flite, for English, and eSpeak NG. Needs no key. */
export interface LocalTtsSettings {
  /**
   * A voice of Flite (`slt`, `rms`, `awb`, `kal16`, `kal`), or one of eSpeak NG, optionally followed by `+` and a
   * variant: `en-us`, `de`, `en-gb+f3`. Default: by the language. `slt` for English, or `en-us` if only eSpeak NG is
   * installed; otherwise eSpeak NG's voice of the language.
   */
  readonly voice?: string | undefined;
  /** BCP-47 tag of what is spoken. Default: that of the voice, `en-US` for `slt` and `en-us`. */
  readonly language?: string | undefined;
  /** Speed, in words per minute. @range 80 to 450 @default 165 */
  readonly rate?: number | undefined;
  /** Pitch. @range 0 to 99 @default 50 */
  readonly pitch?: number | undefined;
}

/**
 * `TTS.Local(…)` as written in a config.
 *
 * @example
 * ```ts
 * import { TTS } from 'antiphon';
 *
 * export const tts = TTS.Local({ language: 'de', rate: 160 });
 * ```
 */
export interface LocalTts extends LocalTtsSettings {
  readonly provider: 'local';
}

export type FilledLocalTts = Filled<LocalTts, 'voice' | 'language'>;

export const localTtsSchema: () => Tagged<FilledLocalTts, LocalTts> = lazySchema((z) =>
  z.strictObject({
    provider: z.literal('local'),
    voice: nonEmpty().optional(),
    language: z.string().refine(isLanguageTag, 'a BCP-47 language tag').optional(),
    rate: z.int().min(80).max(450).default(165),
    pitch: z.int().min(0).max(99).default(50),
  }),
);

function isLanguageTag(tag: string): boolean {
  return languageTag(tag) !== undefined;
}

/** Returns the canonical form of a BCP-47 tag; undefined for an invalid one. */
export function languageTag(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}
