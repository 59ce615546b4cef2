import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TurnDetection } from '../../providers/names.ts';
import { MANIFEST_FILE } from '../../src/models/modelsFolder.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'antiphon-models-'));
  vi.stubEnv('ANTIPHON_MODELS', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

test('turns end by the rules about words while Smart Turn is not pulled', () =>
  expect(TurnDetection.Auto({ max_delay: 4 })).toEqual({ provider: 'text', max_delay: 4 }));

test('turns end by Smart Turn once it is pulled', () => {
  mkdirSync(join(folder, 'smart-turn-v3.2'));
  const file = join(folder, 'smart-turn-v3.2', 'smart-turn-v3.2-cpu.onnx');
  writeFileSync(file, '');
  writeFileSync(join(folder, 'smart-turn-v3.2', MANIFEST_FILE), '{}');
  expect(TurnDetection.Auto({ language: 'de' })).toEqual({ provider: 'smart-turn', model_path: file, language: 'de' });
});
