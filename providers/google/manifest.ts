import type { Manifest } from '../../src/core/manifest.ts';
import { googleTtsSchema } from './settings.ts';
import { findUnsupportedGoogleTts, googleTts, verifyGoogleTts } from './tts.ts';

export const manifest: Manifest<{ tts: typeof googleTtsSchema }> = {
  vendor: 'Google',
  tts: {
    name: 'Google',
    alias: 'ProviderE',
    schema: googleTtsSchema,
    create: googleTts,
    verify: verifyGoogleTts,
    findUnsupported: findUnsupportedGoogleTts,
    withLanguage: (config, language) => ((config.voice_name ?? '') === '' ? { ...config, language } : config),
  },
};
