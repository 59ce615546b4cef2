import type { Manifest } from '../../src/core/manifest.ts';
import { xaiSpeechModelSchema } from './settings.ts';
import { xaiSpeechModel } from './speechModel.ts';

export const manifest: Manifest<{ speechModel: typeof xaiSpeechModelSchema }> = {
  vendor: 'xAI',
  speechModel: { name: 'XAI', schema: xaiSpeechModelSchema, create: xaiSpeechModel },
};
