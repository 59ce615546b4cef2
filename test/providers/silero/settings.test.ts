import { describe, expect, test } from 'vitest';
import { isOnnx } from '../../../providers/silero/model.ts';
import { sileroSchema } from '../../../providers/silero/settings.ts';
import { verifySilero } from '../../../providers/silero/verify.ts';

describe('the engine', () => {
  test.each([
    ['the bundled model', {}, false],
    ['a model of your own', { modelPath: 'own.onnx' }, true],
    ["the bundled model with 'onnx'", { engine: 'onnx' }, true],
    ["the bundled model with 'wasm'", { engine: 'wasm' }, false],
  ] as const)('of %s decides whether onnxruntime is needed', (_, options, needed) =>
    expect(isOnnx(options)).toBe(needed),
  );

  test("'wasm' with a model of your own is refused", () => {
    const { error } = sileroSchema().safeParse({ provider: 'silero', engine: 'wasm', model_path: 'own.onnx' });
    expect(error?.issues).toMatchObject([{ path: ['engine'], message: expect.stringContaining('the bundled model') }]);
  });

  test('is there where onnxruntime-node is installed', async () => {
    expect(await verifySilero(sileroSchema().parse({ provider: 'silero', engine: 'onnx' }))).toEqual([]);
  });
});
