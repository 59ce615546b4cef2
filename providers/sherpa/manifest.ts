import type { Manifest } from '../../src/core/manifest.ts';
import { MODELS } from '../../src/models/catalogue.ts';
import { sherpaSttSchema } from './stt/settings.ts';
import { sherpaStt, verifySherpaStt } from './stt/stt.ts';
import { findUnsupportedSherpaStt } from './stt/unsupported.ts';
import { sherpaTtsSchema } from './tts/settings.ts';
import { sherpaTts, verifySherpaTts } from './tts/tts.ts';

export const manifest: Manifest<{ stt: typeof sherpaSttSchema; tts: typeof sherpaTtsSchema }> = {
  vendor: null,
  stt: {
    name: 'Sherpa',
    note: 'Runs a model on this machine. Needs no key.',
    schema: sherpaSttSchema,
    create: sherpaStt,
    verify: verifySherpaStt,
    findUnsupported: findUnsupportedSherpaStt,
    listLanguages: ({ model, language }) =>
      language === undefined ? (MODELS.find(({ name }) => name === model)?.languages ?? []) : [language],
    withLanguage: (config, language) => ({ ...config, language }),
  },
  tts: {
    name: 'Sherpa',
    note: 'Runs a model on this machine. Needs no key.',
    schema: sherpaTtsSchema,
    create: sherpaTts,
    verify: verifySherpaTts,
    withLanguage: (config, language) => ({ ...config, language }),
  },
};
