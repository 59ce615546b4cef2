import { describe, expect, test } from 'vitest';
import { rimeTtsSchema, type FilledRimeTts, type RimeTtsSettings } from '../../../providers/rime/settings.ts';
import { createRimeTtsWire, rimeTts } from '../../../providers/rime/tts.ts';
import { findUnsupportedRimeTts } from '../../../providers/rime/unsupported.ts';
import { findModelEnd } from '../../../src/core/modelEnds.ts';
import { manifest } from '../../../providers/rime/manifest.ts';
import type { SocketRequest } from '../../../src/wire/socket.ts';

function filled(settings: Partial<RimeTtsSettings> = {}): FilledRimeTts {
  return rimeTtsSchema().parse({ provider: 'rime', api_key: 'secret', ...settings });
}

function upgrade(settings: Partial<RimeTtsSettings> = {}): SocketRequest {
  return createRimeTtsWire(filled(settings), () => 'id').request();
}

function query(settings: Partial<RimeTtsSettings> = {}): Readonly<Record<string, string>> {
  return Object.fromEntries(new URL(upgrade(settings).url).searchParams);
}

function refusal(settings: Partial<RimeTtsSettings>): readonly PropertyKey[] | undefined {
  const parsed = rimeTtsSchema().safeParse({ provider: 'rime', api_key: 'secret', ...settings });
  return parsed.error?.issues[0]?.path;
}

test('presents itself', () =>
  expect(rimeTts({ api_key: 'secret', language: 'es-MX', sample_rate: 16_000 })).toMatchObject({
    name: 'rime',
    model: 'coda',
    sampleRate: 16_000,
    accepts: 'sentences',
    language: 'es-MX',
  }));

describe('the address', () => {
  test('the key goes into a header', () =>
    expect(upgrade()).toEqual({
      url: 'wss://users-ws.rime.ai/ws3?speaker=astra&modelId=coda&lang=eng&audioFormat=pcm&samplingRate=24000&segment=never',
      headers: { authorization: 'Bearer secret' },
    }));

  test('base_url selects a region', () =>
    expect(upgrade({ base_url: 'https://users-east-ws.rime.ai' }).url).toMatch('wss://users-east-ws.rime.ai/ws3?'));

  test.each<[Partial<RimeTtsSettings>, object]>([
    [{ model: 'mistv3' }, { modelId: 'mistv3' }],
    [{ voice: 'celeste' }, { speaker: 'celeste' }],
    [{ language: 'en-GB' }, { lang: 'eng' }],
    [{ language: 'es_MX' }, { lang: 'spa' }],
    [{ language: 'fr' }, { lang: 'fra' }],
    [{ language: 'de' }, { lang: 'ger' }],
    [{ language: 'pt-BR' }, { lang: 'por' }],
    [{ language: 'ja' }, { lang: 'jpn' }],
    [{ language: 'ar' }, { lang: 'ara' }],
    [{ language: 'hi' }, { lang: 'hin' }],
    [{ language: 'spa' }, { lang: 'spa' }],
    [{ language: 'si' }, { lang: 'si' }],
    [
      { encoding: 'mulaw', sample_rate: 8000 },
      { audioFormat: 'mulaw', samplingRate: '8000' },
    ],
    [{ speed: 1.25 }, { speedAlpha: '1.25' }],
    [{ speed: 1.25, model: 'mistv3' }, { speedAlpha: '1.25' }],
    [{ speed: 1.25, model: 'mistv2' }, { speedAlpha: '0.8' }],
    [{ speed: 1.5, model: 'mist' }, { speedAlpha: '0.667' }],
    [{ pause_between_brackets: true }, { pauseBetweenBrackets: 'true' }],
    [{ phonemize_between_brackets: false }, { phonemizeBetweenBrackets: 'false' }],
  ])('%j becomes %j', (settings, parameters) => expect(query(settings)).toMatchObject(parameters));

  test('what has no value is left out', () =>
    expect(Object.keys(query())).toEqual(['speaker', 'modelId', 'lang', 'audioFormat', 'samplingRate', 'segment']));
});

describe('extra', () => {
  test('is added to the address and the headers', () => {
    const extra = { query: { noTextNormalization: true }, headers: { 'X-Tenant': 'seven' } };
    expect(query({ extra })).toMatchObject({ noTextNormalization: 'true' });
    expect(upgrade({ extra }).headers).toEqual({ 'X-Tenant': 'seven', authorization: 'Bearer secret' });
  });

  test('cannot override what is sent', () => {
    const settings = { speed: 2, pause_between_brackets: true, phonemize_between_brackets: true };
    for (const name of [...Object.keys(query(settings)), 'timeScaleFactor', 'immediate'])
      expect(refusal({ extra: { query: { [name]: 'x' } } })).toEqual(['extra', 'query', name]);
    expect(refusal({ extra: { headers: { Authorization: 'x' } } })).toEqual(['extra', 'headers', 'Authorization']);
  });
});

test.each(['mist', 'mistv2', 'mistv3'])('%s has no audio at 48 kHz', (model) =>
  expect(refusal({ model, sample_rate: 48_000 })).toEqual(['sample_rate']),
);

test.each<[Partial<RimeTtsSettings>, readonly string[]]>([
  [{}, []],
  [{ pause_between_brackets: true }, ['pause_between_brackets']],
  [{ pause_between_brackets: false }, []],
  [{ pause_between_brackets: true, model: 'mistv3' }, []],
  [{ phonemize_between_brackets: true }, ['phonemize_between_brackets']],
  [{ phonemize_between_brackets: true, model: 'mistv3' }, ['phonemize_between_brackets']],
  [{ phonemize_between_brackets: true, model: 'mistv2' }, []],
])('of %j, the model ignores %j', (settings, paths) =>
  expect(findUnsupportedRimeTts(filled(settings)).map(({ path }) => path)).toEqual(paths),
);

test.each(['arcana', 'arcanav2', 'arcanav3'])('%s has ended', (model) =>
  expect(findModelEnd(manifest.tts.modelEnds ?? { host: /x/u, ends: [] }, { model })).toMatchObject({
    endsOn: '2026-08-15',
    instead: 'coda',
  }),
);

test('settings that break a rule are refused', () => expect(() => rimeTts({ api_key: '' })).toThrow('api_key'));
