import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findModel, listInstalledModels, MANIFEST_FILE } from '../../src/models/folder.ts';
import { findModelsFolder } from '../../src/models/modelsFolder.ts';

describe('the folder of models', () => {
  test.each([
    ['in XDG_CACHE_HOME', { XDG_CACHE_HOME: '/cache' }, 'linux', '/cache/antiphon/models'],
    ['in ~/.cache without it', {}, 'linux', '/users/me/.cache/antiphon/models'],
    [
      'in ~/.cache if XDG_CACHE_HOME is relative',
      { XDG_CACHE_HOME: 'cache' },
      'linux',
      '/users/me/.cache/antiphon/models',
    ],
    [
      'in ~/Library/Caches on macOS',
      { XDG_CACHE_HOME: '/cache' },
      'darwin',
      '/users/me/Library/Caches/antiphon/models',
    ],
    ['in LOCALAPPDATA on Windows', { LOCALAPPDATA: '/local' }, 'win32', '/local/antiphon/models'],
    ['where ANTIPHON_MODELS says', { ANTIPHON_MODELS: '/models', XDG_CACHE_HOME: '/cache' }, 'linux', '/models'],
    ['in the cache if ANTIPHON_MODELS is empty', { ANTIPHON_MODELS: '' }, 'linux', '/users/me/.cache/antiphon/models'],
  ] as const)('is %s', (_, env, platform, folder) => {
    expect(findModelsFolder(env, platform, '/users/me')).toBe(folder);
  });
});

describe('a model', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'models-'));
    vi.stubEnv('ANTIPHON_MODELS', folder);
  });

  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });

  test('that is pulled is found by its name', () => {
    install('zipformer-en-20M');
    expect(findModel('zipformer-en-20M', 'stt')).toMatchObject({
      model: { name: 'zipformer-en-20M', type: 'zipformer-transducer' },
      folder: join(folder, 'zipformer-en-20M'),
    });
  });

  test('that is not pulled is named with the command that pulls it', () => {
    expect(() => findModel('zipformer-en-20M', 'stt')).toThrow(
      expect.objectContaining({
        code: 'model_missing',
        message: 'zipformer-en-20M is not on this machine: npx antiphon models pull zipformer-en-20M',
      }),
    );
  });

  test('whose folder has no manifest is not pulled', () => {
    mkdirSync(join(folder, 'zipformer-en-20M'));
    expect(() => findModel('zipformer-en-20M', 'stt')).toThrow('is not on this machine');
    expect(listInstalledModels()).toEqual([]);
  });

  test('with a wrong name gets the closest name', () => {
    expect(() => findModel('zipformer-en-20', 'stt')).toThrow('did you mean "zipformer-en-20M"?');
  });

  test('with another kind is not found', () => {
    install('zipformer-en-20M');
    expect(() => findModel('zipformer-en-20M', 'tts')).toThrow('there is no model "zipformer-en-20M"');
  });

  test('is never a path', () => {
    expect(() => findModel('../zipformer-en-20M', 'stt')).toThrow(expect.objectContaining({ code: 'model_missing' }));
  });

  test('is listed in the order of the catalogue', () => {
    install('whisper-tiny');
    install('whisper-base');
    expect(listInstalledModels().map(({ model }) => model.name)).toEqual(['whisper-base', 'whisper-tiny']);
  });

  function install(name: string): void {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, MANIFEST_FILE), '{}');
  }
});
