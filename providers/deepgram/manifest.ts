import type { Manifest } from '../../src/core/manifest.ts';
import { listDeepgramLanguages } from './models.ts';
import { deepgramSttSchema, deepgramTtsSchema } from './settings.ts';
import { deepgramStt } from './stt.ts';
import { deepgramTts } from './tts.ts';
import { findUnsupportedDeepgramStt } from './unsupported.ts';

export const manifest: Manifest<{ stt: typeof deepgramSttSchema; tts: typeof deepgramTtsSchema }> = {
  vendor: 'Deepgram',
  stt: {
    name: 'Deepgram',
    alias: 'ProviderC',
    schema: deepgramSttSchema,
    create: deepgramStt,
    findUnsupported: findUnsupportedDeepgramStt,
    listLanguages: listDeepgramLanguages,
    withLanguage: (config, language) => ({ ...config, language }),
  },
  tts: { name: 'Deepgram', alias: 'ProviderC', schema: deepgramTtsSchema, create: deepgramTts },
};
