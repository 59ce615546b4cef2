import type { Manifest } from '../../src/core/manifest.ts';
import { localSttSchema, type LocalStt } from './stt/settings.ts';
import { localStt, verifyLocalStt } from './stt/stt.ts';
import { localTtsSchema } from './tts/settings.ts';
import { localTts, verifyLocalTts } from './tts/tts.ts';

export const manifest: Manifest<{ stt: typeof localSttSchema; tts: typeof localTtsSchema }> = {
  vendor: null,
  stt: {
    name: 'Local',
    note: 'Embedded; needs no key.',
    schema: localSttSchema,
    create: localStt,
    verify: verifyLocalStt,
    listLanguages: ({ language }) => [language],
    withLanguage: (config, language) => ({ ...config, language }) as LocalStt,
  },
  tts: {
    name: 'Local',
    note: 'Embedded; needs no key.',
    schema: localTtsSchema,
    create: localTts,
    verify: verifyLocalTts,
    withLanguage: (config, language) => ({ ...config, language }),
  },
};
