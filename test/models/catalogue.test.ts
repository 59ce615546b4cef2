import { describe, expect, test } from 'vitest';
import { MODELS, type ModelKind, type ModelType } from '../../src/models/catalogue.ts';

const KINDS: Readonly<Record<ModelType, ModelKind>> = {
  'zipformer-transducer': 'stt',
  'zipformer-ctc': 'stt',
  'nemo-ctc-streaming': 'stt',
  moonshine: 'stt',
  whisper: 'stt',
  'sense-voice': 'stt',
  'nemo-transducer': 'stt',
  vits: 'tts',
  kokoro: 'tts',
  kitten: 'tts',
  matcha: 'tts',
  supertonic: 'tts',
  'smart-turn': 'turns',
};

test('each name is used once, and is a name of a folder', () => {
  expect(new Set(MODELS.map(({ name }) => name)).size).toBe(MODELS.length);
  expect(MODELS.map(({ name }) => name).filter((name) => !/^[a-z][\w.-]*$/u.test(name))).toEqual([]);
});

test('there is a recogniser or a voice of each type', () => {
  expect(new Set(MODELS.map(({ type }) => type))).toEqual(new Set(Object.keys(KINDS)));
});

test('no two files of a model have the same name', () => {
  for (const { files } of MODELS)
    expect(new Set(files.map(({ url }) => url.split('/').at(-1))).size).toBe(files.length);
});

describe.each(MODELS.map((model) => [model.name, model] as const))('%s', (_, model) => {
  test('has the kind of its type', () => {
    expect(model.kind).toBe(KINDS[model.type]);
  });

  test('has addresses with https, sizes and checksums', () => {
    for (const { url, bytes, sha256, archive, path } of model.files) {
      expect(url).toMatch(/^https:\/\/[^\s?#]+$/u);
      expect(bytes).toBeGreaterThan(1_000_000);
      expect(sha256 ?? '0'.repeat(64)).toMatch(/^[\da-f]{64}$/u);
      expect(archive === null).toBe(path !== undefined);
      expect(path ?? 'file').toMatch(/^[\w.-]+$/u);
    }
  });

  test('names its languages', () => {
    expect(model.languages.length).toBeGreaterThan(0);
    expect(Intl.getCanonicalLocales([...model.languages])).toEqual(model.languages);
  });

  test('has a licence with the address of its text, and a source', () => {
    expect(model.licence.name).not.toBe('');
    expect(model.licence.url).toMatch(/^https:\/\/\S+$/u);
    expect(model.source).toMatch(/^https:\/\/\S+/u);
    for (const { source } of model.figures) expect(source).toMatch(/^https:\/\/\S+$/u);
  });

  test('has a smaller model of its kind that shares a language', () => {
    if (model.smaller === undefined) return;
    const smaller = MODELS.find(({ name }) => name === model.smaller);
    expect(smaller?.kind).toBe(model.kind);
    const primary = (tag: string): string => tag.split('-')[0] ?? '';
    const languages = model.languages.map(primary);
    expect(smaller?.languages.some((language) => languages.includes(primary(language)))).toBe(true);
  });
});
