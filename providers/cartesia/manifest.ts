import type { Manifest } from '../../src/core/manifest.ts';
import type { ModelEnds } from '../../src/core/modelEnds.ts';
import { primaryLanguage } from '../../src/core/languages/primaryLanguage.ts';
import { cartesiaTtsSchema } from './settings.ts';
import { cartesiaTts } from './tts.ts';
import { findUnsupportedCartesiaTts } from './unsupported.ts';

/** https://docs.cartesia.ai/build-with-cartesia/tts-models/api-changes */
const ENDS: ModelEnds = {
  host: /(?:^|\.)cartesia\.ai$/u,
  ends: [
    {
      models: /^sonic(?:-\d{4}-\d{2}-\d{2}|-english|-multilingual|-2|-2-2025-03-07|-turbo|-turbo-2025-03-07)?$/u,
      endsOn: '2026-06-01',
      instead: 'sonic-3.5',
    },
  ],
};

export const manifest: Manifest<{ tts: typeof cartesiaTtsSchema }> = {
  vendor: 'Cartesia',
  tts: {
    name: 'Cartesia',
    alias: 'ProviderF',
    schema: cartesiaTtsSchema,
    create: cartesiaTts,
    findUnsupported: findUnsupportedCartesiaTts,
    withLanguage: (config, language) => ({ ...config, language: primaryLanguage(language) }),
    modelEnds: ENDS,
  },
};
