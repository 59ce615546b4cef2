import type { Manifest } from '../../src/core/manifest.ts';
import { sonioxSttSchema } from './settings.ts';
import { sonioxStt } from './stt.ts';

export const manifest: Manifest<{ stt: typeof sonioxSttSchema }> = {
  vendor: 'Soniox',
  stt: {
    name: 'Soniox',
    schema: sonioxSttSchema,
    create: sonioxStt,
    listLanguages: ({ language_hints }) => language_hints,
    withLanguage: (config, language) => ({ ...config, language_hints: [language] }),
  },
};
