import type { Manifest } from '../../src/core/manifest.ts';
import { listSpeechmaticsLanguages, toSpeechmaticsLanguage } from './languages.ts';
import { speechmaticsSttSchema } from './settings.ts';
import { speechmaticsStt } from './stt.ts';
import { findUnsupportedSpeechmaticsStt } from './unsupported.ts';

export const manifest: Manifest<{ stt: typeof speechmaticsSttSchema }> = {
  vendor: 'Speechmatics',
  stt: {
    name: 'Speechmatics',
    schema: speechmaticsSttSchema,
    create: speechmaticsStt,
    findUnsupported: findUnsupportedSpeechmaticsStt,
    listLanguages: listSpeechmaticsLanguages,
    withLanguage: (config, language) => ({ ...config, language: toSpeechmaticsLanguage(language) }),
  },
};
