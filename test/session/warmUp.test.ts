import { describe, expect, test } from 'vitest';
import { findSileroHost } from '../../providers/silero/model.ts';
import type { SessionConfig } from '../../src/session/config/config.ts';
import { MODEL_PATH } from '../../scripts/silero/model.mjs';
import { warmUp } from '../../src/session/opening/warmUp.ts';

const grammar = '#JSGF V1.0; grammar desk; public <said> = hello | goodbye;';
const config = {
  vad: { provider: 'silero' },
  stt: { provider: 'local', grammar },
  tts: { provider: 'local' },
  initial_messages: [],
  session_data: {},
} as const satisfies SessionConfig<object>;

describe('warmUp', () => {
  test('loads the engines, and keeps no stream of them open', async () => {
    expect(await findSileroHost(MODEL_PATH).stats()).toEqual({ streams: 0, inWorker: undefined });
    await warmUp({ ...config, vad: { ...config.vad, model_path: MODEL_PATH } });
    expect(await findSileroHost(MODEL_PATH).stats()).toEqual({ streams: 0, inWorker: 0 });
  });

  test.each<[what: string, given: object, error: object]>([
    ['a config that breaks a rule', { ...config, stt: { provider: 'local' } }, { code: 'config_invalid' }],
    [
      'a word that the engine does not know',
      { ...config, stt: { ...config.stt, grammar: grammar.replace('hello', 'xyzzyx') } },
      { code: 'config_invalid' },
    ],
    [
      'a model file that is not there',
      { ...config, vad: { ...config.vad, model_path: '/nowhere/vad.onnx' } },
      { code: 'vad_failed' },
    ],
  ])('refuses %s', async (_, given, error) => {
    await expect(warmUp(given as SessionConfig<object>)).rejects.toMatchObject(error);
  });
});
