import type { Manifest } from '../../src/core/manifest.ts';
import { primaryLanguage } from '../../src/core/languages/primaryLanguage.ts';
import { elevenLabsSttSchema } from './scribe/settings.ts';
import { elevenLabsTtsSchema } from './settings.ts';
import { elevenLabsStt } from './stt.ts';
import { elevenLabsTts, verifyElevenLabsTts } from './tts.ts';

export const manifest: Manifest<{ stt: typeof elevenLabsSttSchema; tts: typeof elevenLabsTtsSchema }> = {
  vendor: 'ElevenLabs',
  stt: {
    name: 'ElevenLabs',
    schema: elevenLabsSttSchema,
    create: elevenLabsStt,
    listLanguages: ({ language_code, secondary_languages }) =>
      language_code === undefined ? [] : [language_code, ...secondary_languages],
    withLanguage: (config, language) => ({ ...config, language_code: primaryLanguage(language) }),
  },
  tts: {
    name: 'ElevenLabs',
    alias: 'ProviderD',
    schema: elevenLabsTtsSchema,
    create: elevenLabsTts,
    verify: verifyElevenLabsTts,
    withLanguage: (config, language) =>
      config.language_code === undefined ? config : { ...config, language_code: primaryLanguage(language) },
  },
};
