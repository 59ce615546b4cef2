import { describe, expect, test } from 'vitest';
import { silero } from '../../../providers/silero/model.ts';
import { sileroSchema } from '../../../providers/silero/settings.ts';
import { verifySilero } from '../../../providers/silero/verify.ts';

describe('the engine', () => {
  test.each([
    ["'wasm' with a model of your own", { engine: 'wasm', model_path: 'own.onnx' }, 'engine', 'the bundled model'],
    ["'onnx' without one", { engine: 'onnx' }, 'model_path', 'the path of an ONNX file'],
  ] as const)('%s is refused', (_, options, path, message) => {
    const { error } = sileroSchema().safeParse({ provider: 'silero', ...options });
    expect(error?.issues).toMatchObject([{ path: [path], message: expect.stringContaining(message) }]);
  });

  test("'onnx' without a model is refused by `silero`, too", () => {
    expect(() => silero({ sampleRate: 16_000, engine: 'onnx' })).toThrow('expected `modelPath`');
  });

  test('is there where onnxruntime-node is installed', async () => {
    expect(await verifySilero(sileroSchema().parse({ provider: 'silero', model_path: 'own.onnx' }))).toEqual([]);
  });
});
