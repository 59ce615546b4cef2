import { describe, expect, test } from 'vitest';
import { createGeneration } from '../../../providers/cartesia/generation.ts';
import { findUnsupportedCartesiaTts } from '../../../providers/cartesia/unsupported.ts';
import {
  cartesiaTtsSchema,
  type CartesiaTtsSettings,
  type FilledCartesiaTts,
} from '../../../providers/cartesia/settings.ts';
import { cartesiaTts, createCartesiaTtsWire } from '../../../providers/cartesia/tts.ts';
import type { SocketRequest } from '../../../src/wire/socket.ts';
import { listPaths, createNested } from '../paths.ts';

const VECTOR: readonly number[] = Array.from({ length: 192 }, (_, n) => n / 192);

function filled(settings: Partial<CartesiaTtsSettings> = {}): FilledCartesiaTts {
  return cartesiaTtsSchema().parse({ provider: 'cartesia', api_key: 'secret', ...settings });
}

function upgrade(settings: Partial<CartesiaTtsSettings> = {}): SocketRequest {
  return createCartesiaTtsWire(filled(settings), () => 'id').request();
}

test('presents itself', () =>
  expect(cartesiaTts({ api_key: 'secret', language: 'de-AT', sample_rate: 44_100 })).toMatchObject({
    name: 'cartesia',
    sampleRate: 44_100,
    accepts: 'tokens',
    language: 'de-AT',
  }));

describe('the address', () => {
  test('api_key goes into a header', () =>
    expect(upgrade()).toEqual({
      url: 'wss://api.cartesia.ai/tts/websocket',
      headers: { 'cartesia-version': '2026-03-01', authorization: 'Bearer secret' },
    }));

  test('base_url replaces all but the path', () =>
    expect(upgrade({ base_url: 'http://localhost:1/proxy/' }).url).toBe('ws://localhost:1/proxy/tts/websocket'));

  test.each<Partial<CartesiaTtsSettings>>([
    { model: 'sonic' },
    { model: 'sonic-english' },
    { model: 'sonic-multilingual' },
    { model: 'sonic-turbo' },
    { model: 'sonic-2' },
    { model: 'sonic-2-2025-03-07' },
    { voice: VECTOR },
    { emotion: ['positivity:high'] },
    { emotion: ['happy', 'curious'] },
  ])('%j is spoken over the legacy wire', (settings) =>
    expect(upgrade(settings).headers).toEqual({ 'cartesia-version': '2024-11-13', 'x-api-key': 'secret' }),
  );

  test.each([null, [], ['anger'], ['brand-new']])('the emotion %j is not', (emotion) =>
    expect(upgrade({ emotion }).headers['cartesia-version']).toBe('2026-03-01'),
  );

  test.each(['sonic-3', 'sonic-3.5', 'sonic-3-2026-01-12', 'sonic-latest'])('%s is not', (model) =>
    expect(upgrade({ model }).headers['cartesia-version']).toBe('2026-03-01'),
  );
});

describe("on today's wire", () => {
  test('defaults', () =>
    expect(createGeneration(filled())).toEqual({
      model_id: 'sonic-3.5',
      voice: { mode: 'id', id: 'f786b574-daa5-4673-aa0c-cbe3e8534c02' },
      output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: 24_000 },
      language: 'en',
      add_timestamps: true,
      use_normalized_timestamps: false,
      max_buffer_delay_ms: 1000,
    }));

  test.each<[Partial<CartesiaTtsSettings>, object]>([
    [{ model: 'sonic-3' }, { model_id: 'sonic-3' }],
    [{ voice: 'v' }, { voice: { mode: 'id', id: 'v' } }],
    [{ language: 'en-US' }, { language: 'en' }],
    [{ language: 'PT_br' }, { language: 'pt' }],
    [{ sample_rate: 8000 }, { output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: 8000 } }],
    [{ speed: -1 }, { generation_config: { speed: 0.6 } }],
    [{ speed: -0.3 }, { generation_config: { speed: 0.88 } }],
    [{ speed: 0 }, { generation_config: { speed: 1 } }],
    [{ speed: 0.2 }, { generation_config: { speed: 1.1 } }],
    [{ speed: 1 }, { generation_config: { speed: 1.5 } }],
    [{ speed: 'slowest' }, { generation_config: { speed: 0.6 } }],
    [{ speed: 'slow' }, { generation_config: { speed: 0.8 } }],
    [{ speed: 'normal' }, { generation_config: { speed: 1 } }],
    [{ speed: 'fast' }, { generation_config: { speed: 1.25 } }],
    [{ speed: 'fastest' }, { generation_config: { speed: 1.5 } }],
    [{ emotion: ['anger'] }, { generation_config: { emotion: 'angry' } }],
    [{ emotion: ['positivity'] }, { generation_config: { emotion: 'happy' } }],
    [{ emotion: ['surprise'] }, { generation_config: { emotion: 'surprised' } }],
    [{ emotion: ['sadness'] }, { generation_config: { emotion: 'sad' } }],
    [{ emotion: ['curiosity'] }, { generation_config: { emotion: 'curious' } }],
    [{ emotion: ['Calm'] }, { generation_config: { emotion: 'calm' } }],
    [{ emotion: ['brand-new'] }, { generation_config: { emotion: 'brand-new' } }],
    [{ volume: 1.5, speed: 0 }, { generation_config: { speed: 1, volume: 1.5 } }],
    [{ pronunciation_dict_id: 'd1' }, { pronunciation_dict_id: 'd1' }],
  ])('%j becomes %j', (settings, fields) => expect(createGeneration(filled(settings))).toMatchObject(fields));

  test.each<Partial<CartesiaTtsSettings>>([{ speed: null }, { emotion: null }, { emotion: [] }])(
    '%j is left out',
    (settings) => expect(createGeneration(filled(settings))).not.toHaveProperty('generation_config'),
  );
});

describe('on the legacy wire', () => {
  test('speed and emotions go with the voice as they are', () =>
    expect(createGeneration(filled({ voice: VECTOR, speed: -0.5, emotion: ['anger:high', 'curiosity'] }))).toEqual({
      model_id: 'sonic-3.5',
      voice: {
        mode: 'embedding',
        embedding: VECTOR,
        __experimental_controls: { speed: -0.5, emotion: ['anger:high', 'curiosity'] },
      },
      output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: 24_000 },
      language: 'en',
      add_timestamps: true,
      generation_config: { speed: 0.8, emotion: 'angry' },
    }));

  test('emotions with levels go as they are, and the first, too, as models from sonic-3 on have it', () =>
    expect(createGeneration(filled({ emotion: ['positivity:high', 'curiosity'], volume: 2 }))).toMatchObject({
      model_id: 'sonic-3.5',
      voice: { mode: 'id', __experimental_controls: { emotion: ['positivity:high', 'curiosity'] } },
      generation_config: { emotion: 'happy', volume: 2 },
    }));

  test('a model of before sonic-3 has controls of its own alone', () =>
    expect(createGeneration(filled({ model: 'sonic-2', speed: 'fast' }))).not.toHaveProperty('generation_config'));

  test('a voice may have an id, and no controls', () =>
    expect(createGeneration(filled({ model: 'sonic-english', voice: 'v' }))).toMatchObject({
      model_id: 'sonic-english',
      voice: { mode: 'id', id: 'v' },
    }));
});

describe('remarks', () => {
  const remarks = (settings: Partial<CartesiaTtsSettings>): readonly (readonly [string, string])[] =>
    findUnsupportedCartesiaTts(filled(settings)).map(({ path, got }) => [path, got]);

  test.each<[Partial<CartesiaTtsSettings>, readonly (readonly [string, string])[]]>([
    [{}, []],
    [{ speed: -1, emotion: ['anger'] }, []],
    [{ emotion: ['anger:high'] }, [['emotion[0]', 'anger:high']]],
    [
      { emotion: ['no such', 'calm'] },
      [
        ['emotion[0]', 'no such'],
        ['emotion[1]', 'calm'],
      ],
    ],
    [{ model: 'sonic-2', emotion: ['anger:high', 'no such'] }, []],
  ])('of %j: %j', (settings, expected) => expect(remarks(settings)).toEqual(expected));

  test('a vector is no longer taken', () => expect(remarks({ voice: VECTOR })).toEqual([['voice', '192 numbers']]));

  test('name what is honoured instead', () =>
    expect(findUnsupportedCartesiaTts(filled({ emotion: ['anger:high'] }))[0]?.expected).toBe(
      'angry, without a level, with a model from sonic-3 on',
    ));
});

describe('extra', () => {
  const extra = {
    query: { region: 'eu' },
    body: { generation_config: { experimental: 1 }, add_phoneme_timestamps: true },
    headers: { 'X-Tenant': 'seven' },
  };

  test('is added to the address, the headers and every message', () => {
    expect(upgrade({ extra }).url).toBe('wss://api.cartesia.ai/tts/websocket?region=eu');
    expect(upgrade({ extra }).headers).toMatchObject({ authorization: 'Bearer secret', 'X-Tenant': 'seven' });
    expect(createGeneration(filled({ extra, volume: 2 }))).toMatchObject({
      add_phoneme_timestamps: true,
      generation_config: { experimental: 1, volume: 2 },
    });
  });

  test.each<Partial<CartesiaTtsSettings>>([
    { speed: 1, volume: 2, emotion: ['happy'], pronunciation_dict_id: 'd1' },
    { voice: VECTOR, speed: 1, emotion: ['anger:high'] },
  ])('cannot override what is sent: %#', (settings) => {
    const message = { transcript: '', context_id: '', continue: true, flush: true, cancel: true };
    for (const path of listPaths({ ...createGeneration(filled(settings)), ...message })) {
      expect(refusal({ ...settings, extra: { body: createNested(path) } })?.slice(0, 2)).toEqual(['extra', 'body']);
    }
    for (const name of ['Cartesia-Version', 'x-api-key', 'Authorization'])
      expect(refusal({ ...settings, extra: { headers: { [name]: 'x' } } })).toEqual(['extra', 'headers', name]);
  });
});

test.each<[keyof CartesiaTtsSettings, Partial<CartesiaTtsSettings>]>([
  ['volume', { volume: 2.1 }],
  ['volume', { model: 'sonic-2', volume: 1 }],
  ['pronunciation_dict_id', { model: 'sonic-english', pronunciation_dict_id: 'd1' }],
])('%s is refused in %j', (path, settings) => expect(refusal(settings)).toEqual([path]));

function refusal(settings: Partial<CartesiaTtsSettings>): readonly PropertyKey[] | undefined {
  const parsed = cartesiaTtsSchema().safeParse({ provider: 'cartesia', api_key: 'secret', ...settings });
  return parsed.error?.issues[0]?.path;
}

test('settings that break a rule are refused', () => expect(() => cartesiaTts({ api_key: '' })).toThrow('api_key'));
