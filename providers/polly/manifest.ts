import type { Manifest } from '../../src/core/manifest.ts';
import { pollyTtsSchema } from './settings.ts';
import { findUnsupportedPollyTts, pollyTts, verifyPollyTts } from './tts.ts';

export const manifest: Manifest<{ tts: typeof pollyTtsSchema }> = {
  vendor: 'Amazon Polly',
  tts: {
    name: 'Polly',
    schema: pollyTtsSchema,
    create: pollyTts,
    verify: verifyPollyTts,
    findUnsupported: findUnsupportedPollyTts,
  },
};
