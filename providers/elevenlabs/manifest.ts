import type { Manifest } from '../../src/core/manifest.ts';
import { primaryLanguage } from '../../src/core/languages/primaryLanguage.ts';
import { elevenLabsTtsSchema } from './settings.ts';
import { elevenLabsTts, verifyElevenLabsTts } from './tts.ts';

export const manifest: Manifest<{ tts: typeof elevenLabsTtsSchema }> = {
  vendor: 'ElevenLabs',
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
