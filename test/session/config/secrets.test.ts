import { describe, expect, it } from 'vitest';
import { STT, TTS } from '../../../providers/names.ts';
import { maskConfig } from '../../../src/session/config/maskConfig.ts';
import { faultsOf, refusalOf } from './faults.ts';
import { inStt, inTts, shortest } from './table.ts';

/** A made-up secret; where it shows up, a secret would. */
const HUSH = 'hush hush';

describe('a refused secret', () => {
  it.each([
    ['api_key', inStt('openai')({ api_key: HUSH }), 'a string of 9 characters'],
    ['api_key of another type', inStt('openai')({ api_key: { value: HUSH } }), 'an object'],
    ['numeric api_key', inStt('openai')({ api_key: 4711 }), 'a number'],
    ['misspelt api_key', inStt('openai')({ api_key: 'k', apiKey: HUSH }), 'a string of 9 characters'],
    ['unknown access_token', inStt('openai')({ api_key: 'k', access_token: HUSH }), 'a string of 9 characters'],
    ['unknown PASSWORD', { ...shortest, PASSWORD: HUSH }, 'a string of 9 characters'],
    ['credentials', inTts('google')({ credentials: HUSH }), 'a string of 9 characters'],
    [
      'header',
      inTts('openai')({ api_key: 'k', extra: { headers: { authorization: HUSH } } }),
      'a string of 9 characters',
    ],
    ['list of keys', { ...shortest, api_keys: [HUSH] }, 'an array of 1'],
  ])('is not shown: %s', (_, config, got) => {
    expect(faultsOf(config).map((fault) => fault.got)).toEqual([got]);
    expect(JSON.stringify([refusalOf(config), refusalOf(config)?.message])).not.toMatch(/hush|4711/u);
  });

  it.each([
    ['an unknown field', { ...shortest, pin: HUSH }, 'a string of 9 characters'],
    ['an unknown field of a provider', inStt('openai')({ api_key: 'k', auth: HUSH }), 'a string of 9 characters'],
    ['a numeric unknown field', { ...shortest, pin: 4711 }, 'a number'],
    ['an unknown provider', { ...shortest, tts: { provider: HUSH } }, 'a string of 9 characters'],
    ['an unknown provider of VAD', { ...shortest, vad: { provider: HUSH } }, 'a string of 9 characters'],
    ['a provider that is a key', { ...shortest, stt: HUSH }, 'a string of 9 characters'],
    ['a number', { ...shortest, min_endpointing_delay: HUSH }, 'a string of 9 characters'],
    ['an address', inStt('openai')({ api_key: 'k', base_url: 'ftp://u:hush@h/' }), 'a string of 15 characters'],
    ['a region', inStt('azure')({ api_key: 'k', region: HUSH }), 'a string of 9 characters'],
    [
      'a message',
      { ...shortest, initial_messages: [{ role: 'user', content: '', tool_call_id: HUSH }] },
      'a string of 9 characters',
    ],
  ])('is not shown where it stands in the wrong field: %s', (_, config, got) => {
    expect(faultsOf(config).map((fault) => fault.got)).toEqual([got]);
    expect(JSON.stringify([refusalOf(config), refusalOf(config)?.message])).not.toMatch(/hush|4711/u);
  });
});

describe('what came', () => {
  it.each([
    ['nothing', undefined],
    ['null', null],
    ['true', true],
    ['a number', 7],
    ['a string of 5 characters', 'short'],
    ['an array of 3', [1, 2, 3]],
    ['an object', { a: 1 }],
    ['an object', Object.create(null)],
    ['an instance of Date', new Date(0)],
    ['a bigint', 1n],
    ['a function', () => {}],
  ])('in an unknown field is written as %s', (got, value) => {
    expect(
      faultsOf({ ...shortest, allow_interruptions: value === true ? undefined : value, other: value }),
    ).toContainEqual(expect.objectContaining({ path: 'other', got }));
  });

  it.each([
    ['"short"', 'short'],
    [`"${'x'.repeat(19)}"`, 'x'.repeat(19)],
    ['a string of 20 characters', 'x'.repeat(20)],
    [`"${'so long '.repeat(7)}beg."`, `${'so long '.repeat(7)}beg.`],
    ['a string of 61 characters', `${'so long '.repeat(7)}begin`],
    ['7', 7],
  ])('where one of a list is expected is written as %s', (got, encoding) => {
    expect(faultsOf(inTts('cartesia')({ api_key: 'k', encoding })).map((fault) => fault.got)).toEqual([got]);
  });

  it('where a number is expected is written as it is, if it is one', () => {
    expect(faultsOf({ ...shortest, min_endpointing_delay: Number.NaN }).map(({ got }) => got)).toEqual(['NaN']);
  });
});

describe('maskConfig', () => {
  it('shows no header that is added to a provider', () => {
    const extra = { headers: { 'x-gateway': HUSH } };
    expect(JSON.stringify(maskConfig({ ...shortest, tts: TTS.OpenAI({ api_key: 'k', extra }) }))).not.toContain(HUSH);
  });

  it('copies a config for a log, without its secrets', () => {
    const config = {
      ...shortest,
      stt: STT.OpenAI({ api_key: HUSH, base_url: `https://user:${encodeURIComponent(HUSH)}@localhost/v1` }),
      tts: TTS.Google({ credentials: { private_key: HUSH } }),
      session_data: { guest: 'Ada', door: { accessToken: HUSH } },
    };
    expect(maskConfig(config)).toEqual({
      ...shortest,
      stt: { provider: 'openai', api_key: '***', base_url: 'https://***@localhost/v1' },
      tts: { provider: 'google', credentials: '***' },
      session_data: { guest: 'Ada', door: { accessToken: '***' } },
    });
    expect(config.stt.api_key).toBe(HUSH);
  });

  it('leaves what only sounds like one', () => {
    const stt = STT.Deepgram({ api_key: 'k', keywords: [['Antiphon', 1]] });
    expect(maskConfig({ ...shortest, stt })).toMatchObject({ stt: { keywords: [['Antiphon', 1]] } });
  });
});
