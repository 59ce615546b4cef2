import type { Manifest } from '../../src/core/manifest.ts';
import type { ModelEnds } from '../../src/core/modelEnds.ts';
import { fishTtsSchema } from './settings.ts';
import { fishTts, verifyFishTts } from './tts.ts';

/** https://docs.fish.audio/developer-guide/models-pricing/migrate-from-s1 */
const ENDS: ModelEnds = {
  host: /(?:^|\.)fish\.audio$/u,
  ends: [{ models: /^s1$/u, endsOn: '2026-12-31', instead: 's2.1-pro' }],
};

export const manifest: Manifest<{ tts: typeof fishTtsSchema }> = {
  vendor: 'Fish Audio',
  tts: {
    name: 'Fish',
    alias: 'ProviderG',
    schema: fishTtsSchema,
    create: fishTts,
    verify: verifyFishTts,
    modelEnds: ENDS,
  },
};
