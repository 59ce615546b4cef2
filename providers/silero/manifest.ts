import type { Manifest } from '../../src/core/manifest.ts';
import { silero } from './model.ts';
import { sileroSchema } from './settings.ts';
import { smartTurnSchema } from './smartTurn/settings.ts';
import { smartTurn } from './smartTurn/smartTurn.ts';
import { verifySilero, verifySmartTurn } from './verify.ts';

export const manifest: Manifest<{ vad: typeof sileroSchema; turns: typeof smartTurnSchema }> = {
  vendor: null,
  vad: {
    name: 'Silero',
    alias: 'ProviderV',
    schema: sileroSchema,
    create: ({ sample_rate, model_path, engine }) => silero({ sampleRate: sample_rate, modelPath: model_path, engine }),
    verify: verifySilero,
  },
  turns: {
    name: 'SmartTurn',
    note: 'Smart Turn v3, a model that judges the sound. You download the model file.',
    schema: smartTurnSchema,
    create: ({ model_path: modelPath }) => smartTurn({ modelPath }),
    verify: verifySmartTurn,
  },
};
