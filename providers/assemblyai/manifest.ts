import type { Manifest } from '../../src/core/manifest.ts';
import { listAssemblyAiLanguages } from './models.ts';
import { assemblyAiSttSchema } from './settings.ts';
import { assemblyAiStt } from './stt.ts';
import { findUnsupportedAssemblyAiStt } from './unsupported.ts';

export const manifest: Manifest<{ stt: typeof assemblyAiSttSchema }> = {
  vendor: 'AssemblyAI',
  stt: {
    name: 'AssemblyAI',
    schema: assemblyAiSttSchema,
    create: assemblyAiStt,
    findUnsupported: findUnsupportedAssemblyAiStt,
    listLanguages: listAssemblyAiLanguages,
    withLanguage: (config, language) => ({ ...config, language_codes: [language] }),
  },
};
