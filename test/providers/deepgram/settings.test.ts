import { describe, expect, test } from 'vitest';
import {
  deepgramSttSchema,
  deepgramTtsSchema,
  type DeepgramTtsSettings,
} from '../../../providers/deepgram/settings.ts';
import { createDeepgramTtsWire } from '../../../providers/deepgram/tts.ts';
import type { TtsWire } from '../../../src/wire/tts/dialect.ts';

const KEY = { provider: 'deepgram', api_key: 'secret' } as const;

function wire(settings: Partial<DeepgramTtsSettings> = {}): TtsWire {
  return createDeepgramTtsWire(deepgramTtsSchema().parse({ ...KEY, ...settings }));
}

function faults(settings: object): readonly string[] {
  const { error } = deepgramTtsSchema().safeParse({ ...KEY, ...settings });
  return error?.issues.map(({ path }) => path.join('.')) ?? [];
}

describe('/v1/speak', () => {
  test('is this, where nothing is set', () =>
    expect(wire().request()).toEqual({
      url: 'wss://api.deepgram.com/v1/speak?model=aura-2-thalia-en&encoding=linear16&sample_rate=24000',
      headers: { Authorization: 'Token secret' },
    }));

  test('carries one utterance at a time, and none after 55 min', () =>
    expect(wire()).toMatchObject({ accepts: 'tokens', maxConcurrent: 1, maxAgeMs: 3_300_000 }));

  test('has what is set, at the address that is set', () => {
    const settings = {
      model: 'aura-2-estrella-es',
      encoding: 'mulaw',
      sample_rate: 8000,
      base_url: 'http://localhost:1',
    } as const;
    expect(wire(settings).request().url).toBe(
      'ws://localhost:1/v1/speak?model=aura-2-estrella-es&encoding=mulaw&sample_rate=8000',
    );
  });

  test.each([
    ['aura-2-thalia-en', 'en'],
    ['aura-2-estrella-es', 'es'],
    ['my-voice', 'en'],
  ])('%s speaks %s', (model, language) => expect(wire({ model }).language).toBe(language));

  test.each([
    ['linear16', 8000],
    ['linear16', 16_000],
    ['linear16', 24_000],
    ['linear16', 32_000],
    ['linear16', 48_000],
    ['mulaw', 8000],
    ['mulaw', 16_000],
    ['alaw', 8000],
    ['alaw', 16_000],
  ])('%s is had at %i Hz', (encoding, sample_rate) => expect(faults({ encoding, sample_rate })).toEqual([]));

  test.each([
    ['linear16', 22_050],
    ['linear16', 44_100],
    ['mulaw', 24_000],
    ['alaw', 48_000],
  ])('%s is not had at %i Hz', (encoding, sample_rate) =>
    expect(faults({ encoding, sample_rate })).toEqual(['sample_rate']),
  );

  test('has settings by their names', () =>
    expect(new URL(wire({ mip_opt_out: true, tag: ['a', 'b'] }).request().url).search).toMatch(
      /&mip_opt_out=true&tag=a&tag=b$/u,
    ));

  test('has no 44100 Hz', () => expect(faults({ sample_rate: 44_100 })).toEqual(['sample_rate']));
});

describe('/v2/speak', () => {
  const model = 'flux-haley-en';

  test('serves the Flux voices', () =>
    expect(wire({ model }).request()).toEqual({
      url: 'wss://api.deepgram.com/v2/speak?model=flux-haley-en&encoding=linear16&sample_rate=24000',
      headers: { Authorization: 'Token secret' },
    }));

  test('has 44100 Hz', () => expect(wire({ model, sample_rate: 44_100 }).sampleRate).toBe(44_100));

  test('needs no frames to stay alive, and speaks the language of its name', () =>
    expect(wire({ model })).toMatchObject({ keepAliveMs: undefined, language: 'en' }));

  test('is given what has no setting', () =>
    expect(wire({ model, extra: { query: { speed: 1.1, expressivity: 1 } } }).request().url).toMatch(
      /&speed=1\.1&expressivity=1$/u,
    ));
});

describe('/v1/listen', () => {
  test('a key with white space in it is refused', () =>
    expect(deepgramSttSchema().safeParse({ ...KEY, api_key: 'a b' }).success).toBe(false));
});
