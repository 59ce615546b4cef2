import { decode } from '@msgpack/msgpack';
import { describe, expect, test } from 'vitest';
import { fishTtsSchema, type FishTtsSettings } from '../../../providers/fish/settings.ts';
import { createFishWire } from '../../../providers/fish/tts.ts';
import type { TtsWire } from '../../../src/wire/tts/dialect.ts';
import { listPaths, createNested } from '../paths.ts';

function wire(settings: Partial<FishTtsSettings> = {}): TtsWire {
  return createFishWire(fishTtsSchema().parse({ provider: 'fish', api_key: 'k-1', ...settings }));
}

/** The message that begins an utterance. */
function start(settings?: Partial<FishTtsSettings>): unknown {
  const [action] = wire(settings).dialect().begin(0);
  return action?.kind === 'send' ? decode(action.frame as Uint8Array) : action;
}

describe('where the settings go', () => {
  test('all that is not set has its default', () => {
    expect(wire().request()).toEqual({
      url: 'wss://api.fish.audio/v1/tts/live/with-timestamp',
      headers: { authorization: 'Bearer k-1', model: 's2.1-pro' },
    });
    expect(start()).toEqual({
      event: 'start',
      request: {
        text: '',
        format: 'pcm',
        sample_rate: 24_000,
        latency: 'balanced',
        normalize: true,
        reference_id: '933563129e564b19a115bedd57b7406a',
        chunk_length: 100,
      },
    });
  });

  test('model_id is the voice, latency and normalize go as they are', () =>
    expect(start({ model_id: 'v1', latency: 'low', normalize: false })).toMatchObject({
      request: { reference_id: 'v1', latency: 'low', normalize: false },
    }));

  test.each<[Partial<FishTtsSettings>, object]>([
    [{ speed: 1.2 }, { prosody: { speed: 1.2 } }],
    [{ volume: -3 }, { prosody: { volume: -3 } }],
    [
      { temperature: 0, top_p: 0.5 },
      { temperature: 0, top_p: 0.5 },
    ],
    [{ sample_rate: 8000 }, { sample_rate: 8000 }],
  ])('%j goes into the request', (settings, request) => expect(start(settings)).toMatchObject({ request }));

  test('sample_rate is the rate of the audio', () => expect(wire({ sample_rate: 44_100 }).sampleRate).toBe(44_100));

  test.each<[keyof FishTtsSettings, Partial<FishTtsSettings>]>([
    ['speed', { speed: 2.1 }],
    ['volume', { volume: -21 }],
    ['temperature', { temperature: 1.1 }],
    ['top_p', { top_p: -0.1 }],
    ['sample_rate', { sample_rate: 22_050 as 24_000 }],
  ])('%s is refused in %j', (path, settings) => expect(refusal(settings)).toEqual([path]));

  test('base_url takes its place before the path', () =>
    expect(wire({ base_url: 'http://127.0.0.1:9/fish' }).request().url).toBe(
      'ws://127.0.0.1:9/fish/v1/tts/live/with-timestamp',
    ));
});

describe('extra', () => {
  test('is added to the address, the headers and the request', () => {
    const extra = {
      query: { region: 'eu' },
      body: { max_new_tokens: 9, prosody: { normalize_loudness: false } },
      headers: { 'X-Tenant': 'seven' },
    };
    expect(wire({ extra }).request().url).toMatch(/\/with-timestamp\?region=eu$/u);
    expect(wire({ extra }).request().headers).toMatchObject({ model: 's2.1-pro', 'X-Tenant': 'seven' });
    expect(start({ extra, speed: 2 })).toMatchObject({
      request: { max_new_tokens: 9, prosody: { normalize_loudness: false, speed: 2 } },
    });
  });

  test('cannot override what is sent', () => {
    const { request } = start({ speed: 2, volume: 1, temperature: 1, top_p: 1 }) as { request: object };
    for (const path of listPaths(request))
      expect(refusal({ extra: { body: createNested(path) } })).toEqual(['extra', 'body', ...path]);
    for (const name of ['Model', 'Authorization'])
      expect(refusal({ extra: { headers: { [name]: 'other' } } })).toEqual(['extra', 'headers', name]);
  });
});

function refusal(settings: Partial<FishTtsSettings>): readonly PropertyKey[] | undefined {
  return fishTtsSchema().safeParse({ provider: 'fish', api_key: 'k-1', ...settings }).error?.issues[0]?.path;
}

test('a connection carries one utterance, text as it is generated', () =>
  expect(wire()).toMatchObject({
    name: 'fish',
    sampleRate: 24_000,
    accepts: 'tokens',
    language: 'en',
    maxConcurrent: 1,
    maxUtterances: 1,
  }));
