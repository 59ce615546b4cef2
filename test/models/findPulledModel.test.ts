import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { selectEngines } from '../../examples/vendors/selectEngines.ts';
import { findPulledModel } from '../../src/models/findPulledModel.ts';
import { MANIFEST_FILE } from '../../src/models/folder.ts';

let folder = '';
const pull = (name: string): void => {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, MANIFEST_FILE), '{}');
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'antiphon-models-'));
  vi.stubEnv('ANTIPHON_MODELS', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

test('the best pulled model of a language is found, in the order of the catalogue', () => {
  expect(findPulledModel('stt', 'en-US')).toBeUndefined();
  pull('zipformer-en-20M');
  pull('zipformer-de-kroko');
  expect(findPulledModel('stt', 'en-US')).toBe('zipformer-en-20M');
  expect(findPulledModel('stt', 'de')).toBe('zipformer-de-kroko');
  pull('zipformer-en');
  expect(findPulledModel('stt', 'en')).toBe('zipformer-en');
  expect(findPulledModel('tts', 'en')).toBeUndefined();
});

test('npm start takes keys first, then pulled models, then the built-in engines', () => {
  expect(selectEngines({})).toMatchObject({ stt: { provider: 'local' }, tts: { provider: 'local' } });
  pull('zipformer-en-20M');
  pull('kokoro-en-v0_19');
  expect(selectEngines({})).toEqual({
    stt: { provider: 'sherpa', model: 'zipformer-en-20M' },
    tts: { provider: 'sherpa', model: 'kokoro-en-v0_19', speaker: 0 },
  });
  expect(() => selectEngines({ TTS_VOICE: 'Joanna' })).toThrow('TTS_VOICE: expected the number of a speaker');
  expect(selectEngines({ DEEPGRAM_API_KEY: 'k' }).stt.provider).toBe('deepgram');
  expect(selectEngines({ ENGINES: 'local' }).stt.provider).toBe('local');
});
