import type { Manifest } from '../../src/core/manifest.ts';
import { azureSttSchema, azureTtsSchema } from './settings.ts';
import { azureSpeechModelSchema } from './speechModel/settings.ts';
import { azureSpeechModel } from './speechModel/speechModel.ts';
import { azureStt, findUnsupportedAzureStt } from './stt.ts';
import { azureTts } from './tts.ts';

export const manifest: Manifest<{
  stt: typeof azureSttSchema;
  tts: typeof azureTtsSchema;
  speechModel: typeof azureSpeechModelSchema;
}> = {
  vendor: 'Azure',
  stt: {
    name: 'Azure',
    alias: 'ProviderB',
    schema: azureSttSchema,
    create: azureStt,
    findUnsupported: findUnsupportedAzureStt,
    listLanguages: ({ languages }) => languages,
    withLanguage: (config, language) => ({ ...config, languages: [language] }),
  },
  tts: {
    name: 'Azure',
    alias: 'ProviderB',
    schema: azureTtsSchema,
    create: azureTts,
    withLanguage: (config, language) => ((config.voice ?? '') === '' ? { ...config, language } : config),
  },
  speechModel: { name: 'Azure', schema: azureSpeechModelSchema, create: azureSpeechModel },
};
