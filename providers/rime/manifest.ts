import type { Manifest } from '../../src/core/manifest.ts';
import type { ModelEnds } from '../../src/core/modelEnds.ts';
import { rimeTtsSchema } from './settings.ts';
import { rimeTts } from './tts.ts';
import { findUnsupportedRimeTts } from './unsupported.ts';

/** https://docs.rime.ai/docs/arcana-sunset */
const ENDS: ModelEnds = {
  host: /(?:^|\.)rime\.ai$/u,
  ends: [{ models: /^arcana(?:v[23])?$/u, endsOn: '2026-08-15', instead: 'coda' }],
};

export const manifest: Manifest<{ tts: typeof rimeTtsSchema }> = {
  vendor: 'Rime',
  tts: {
    name: 'Rime',
    schema: rimeTtsSchema,
    create: rimeTts,
    findUnsupported: findUnsupportedRimeTts,
    modelEnds: ENDS,
  },
};
