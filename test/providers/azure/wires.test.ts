import { describe, expect, test } from 'vitest';
import { classifyAzureEnd } from '../../../providers/azure/service.ts';
import {
  azureSttSchema,
  azureTtsSchema,
  type AzureSttSettings,
  type AzureTtsSettings,
} from '../../../providers/azure/settings.ts';
import { createAzureSttWire } from '../../../providers/azure/stt.ts';
import { createAzureTtsWire } from '../../../providers/azure/tts.ts';
import type { SttWire } from '../../../src/wire/stt/dialect.ts';
import type { TtsWire } from '../../../src/wire/tts/dialect.ts';
import { parseSsml } from '../../fakes/azure/ssml.ts';
import { idOf, still, textOf } from './score.ts';

const KEY = 'very-secret';

function stt(settings: Partial<AzureSttSettings> = {}): SttWire {
  const given = { provider: 'azure', api_key: KEY, region: 'westeurope', ...settings } as const;
  return createAzureSttWire(azureSttSchema().parse(given), still());
}

function tts(settings: Partial<AzureTtsSettings> = {}): TtsWire {
  const given = { provider: 'azure', api_key: KEY, region: 'westeurope', ...settings } as const;
  return createAzureTtsWire(azureTtsSchema().parse(given), still());
}

/** What `settings` make of "Hello." */
function ssml(settings: Partial<AzureTtsSettings> = {}): ReturnType<typeof parseSsml> {
  const dialect = tts(settings).dialect();
  dialect.begin(0);
  dialect.text(0, 'Hello.');
  return parseSsml(textOf(dialect.end(0)[1]));
}

/** The `synthesis.context` that goes before a text. */
function contextOf(settings: Partial<AzureTtsSettings>): object {
  const dialect = tts(settings).dialect();
  dialect.begin(0);
  dialect.text(0, 'Hello.');
  return JSON.parse(textOf(dialect.end(0)[0])) as object;
}

/** The paths of all fields that are no objects. */
function fieldsIn(value: object): readonly string[] {
  return Object.entries(value).flatMap(([name, field]: [string, unknown]) =>
    typeof field === 'object' && field !== null ? fieldsIn(field).map((path) => `${name}.${path}`) : [name],
  );
}

function issues(settings: object): readonly string[] {
  const given = { provider: 'azure', api_key: KEY, region: 'westeurope', ...settings };
  return (
    azureTtsSchema()
      .safeParse(given)
      .error?.issues.map(({ path }) => path.join('.')) ?? []
  );
}

describe('the recogniser is reached', () => {
  const universal = '/stt/speech/universal/v2?language=en-US&format=detailed&wordLevelTimestamps=true';

  test.each([
    ['westeurope', 'westeurope.stt.speech.microsoft.com'],
    ['chinaeast2', 'chinaeast2.stt.speech.azure.cn'],
    ['usgovvirginia', 'usgovvirginia.stt.speech.azure.us'],
  ])('in %s at %s', (region, host) => {
    expect(stt({ region }).request().url).toBe(`wss://${host}${universal}`);
  });

  test.each([
    ['http://127.0.0.1:8080', 'ws://127.0.0.1:8080'],
    ['https://proxy.example/speech/', 'wss://proxy.example/speech'],
    ['wss://proxy.example', 'wss://proxy.example'],
  ])('behind %s', (base_url, base) => {
    expect(stt({ base_url }).request().url).toBe(`${base}${universal}`);
  });

  test('with several languages', () => {
    const { searchParams } = new URL(stt({ languages: ['de-DE', 'fr-FR'] }).request().url);
    expect([...searchParams]).toEqual([
      ['language', 'de-DE'],
      ['format', 'detailed'],
      ['lidEnabled', 'true'],
      ['wordLevelTimestamps', 'true'],
    ]);
  });

  test('with the key in a header only, and a new id for each connection', () => {
    const wire = stt();
    expect(wire.request()).toEqual({
      url: expect.not.stringContaining(KEY),
      headers: { 'Ocp-Apim-Subscription-Key': KEY, 'X-ConnectionId': idOf(1) },
    });
    expect(wire.request().headers['X-ConnectionId']).toBe(idOf(2));
  });

  test('at the rate that is set, for connections of 9 min at most', () => {
    expect(stt({ sample_rate: 8000 })).toMatchObject({ sampleRate: 8000, interims: true, maxAgeMs: 540_000 });
    expect(stt()).toMatchObject({ sampleRate: 16_000, answerMs: 2500, silence: 'fails' });
  });
});

describe('connections of TTS', () => {
  const path = '/tts/cognitiveservices/websocket/v1';

  test.each([
    ['westeurope', 'westeurope.tts.speech.microsoft.com'],
    ['chinanorth3', 'chinanorth3.tts.speech.azure.cn'],
    ['usgovarizona', 'usgovarizona.tts.speech.azure.us'],
  ])('in %s at %s', (region, host) => {
    expect(tts({ region }).request().url).toBe(`wss://${host}${path}`);
  });

  test("on the host of custom voices, with an endpoint of one's own", () => {
    const { url } = tts({ endpoint_id: 'my endpoint' }).request();
    expect(url).toBe(`wss://westeurope.voice.speech.microsoft.com${path}?deploymentId=my+endpoint`);
  });

  test('behind another address', () => {
    expect(tts({ base_url: 'http://127.0.0.1:1/x', endpoint_id: 'e' }).request().url).toBe(
      `ws://127.0.0.1:1/x${path}?deploymentId=e`,
    );
  });

  test('with the key in a header only', () => {
    const { url, headers } = tts().request();
    expect(url).not.toContain(KEY);
    expect(headers['Ocp-Apim-Subscription-Key']).toBe(KEY);
  });

  test('with a token in place of the key', () => {
    const { headers } = createAzureTtsWire(
      azureTtsSchema().parse({ provider: 'azure', auth_token: 'token-1', region: 'westeurope' }),
      still(),
    ).request();
    expect(headers).toEqual({ Authorization: 'Bearer token-1', 'X-ConnectionId': idOf(1) });
  });

  test('with either a key or a token', () => {
    expect(issues({ api_key: undefined })).toEqual(['api_key']);
    expect(issues({ auth_token: 'token-1' })).toEqual(['api_key']);
    expect(issues({ api_key: undefined, auth_token: 'token-1' })).toEqual([]);
  });

  test('sentence by sentence, one at a time, at the rate that is set', () => {
    expect(tts()).toMatchObject({ sampleRate: 24_000, accepts: 'sentences', maxConcurrent: 1 });
    expect(tts({ sample_rate: 44_100 }).sampleRate).toBe(44_100);
  });
});

describe('who speaks', () => {
  test.each([
    [{}, 'en-US-AvaMultilingualNeural', 'en-US'],
    [{ language: 'en-US' }, 'en-US-AvaMultilingualNeural', 'en-US'],
    [{ language: 'de-DE' }, 'de-DE-KatjaNeural', 'de-DE'],
    [{ language: 'zh-cn' }, 'zh-CN-XiaoxiaoNeural', 'zh-cn'],
    [{ language: 'en' }, 'en-US-AvaMultilingualNeural', 'en'],
    [{ language: 'DE' }, 'de-DE-KatjaNeural', 'DE'],
    [{ language: 'pt' }, 'pt-BR-FranciscaNeural', 'pt'],
    [{ language: 'zh-Hans' }, 'zh-CN-XiaoxiaoNeural', 'zh-Hans'],
    [{ language: 'no' }, 'nb-NO-PernilleNeural', 'no'],
    [{ voice: 'fr-FR-DeniseNeural' }, 'fr-FR-DeniseNeural', 'fr-FR'],
    [{ voice: 'sr-Latn-RS-NicholasNeural' }, 'sr-Latn-RS-NicholasNeural', 'sr-Latn-RS'],
    [{ voice: 'en-US-Ava:DragonHDLatestNeural' }, 'en-US-Ava:DragonHDLatestNeural', 'en-US'],
    [{ voice: 'MyOwnNeural' }, 'MyOwnNeural', 'en-US'],
    [{ voice: 'en-US-AvaMultilingualNeural', language: 'fr-FR' }, 'en-US-AvaMultilingualNeural', 'fr-FR'],
  ])('%j is %s in %s', (settings, voice, language) => {
    expect(ssml(settings)).toMatchObject({ voice, language });
    expect(tts(settings).language).toBe(language);
  });

  test('with prosody', () => {
    expect(ssml({ prosody: { rate: 0.5, volume: 0 } })?.prosody).toEqual({ rate: '0.5', volume: '0' });
  });

  test('with style and role', () => {
    const expression = { style: 'cheerful', style_degree: 0.5, role: 'Girl' };
    expect(ssml(expression)?.expression).toEqual({ style: 'cheerful', styledegree: '0.5', role: 'Girl' });
    expect(issues({ style_degree: 1 })).toEqual(['style_degree']);
    expect(issues({ style: 'cheerful', style_degree: 2.5 })).toEqual(['style_degree']);
  });

  test('has a name, or a language that has a voice', () => {
    expect(issues({ language: 'tlh' })).toEqual(['voice']);
    expect(issues({ language: 'de-LU' })).toEqual(['voice']);
    expect(issues({ language: 'no language' })).toEqual(['voice']);
    expect(issues({ language: 'tlh', voice: 'x' })).toEqual([]);
    expect(issues({ language: 'tlh', sample_rate: 1 })).toEqual(['sample_rate', 'voice']);
    expect(issues({ language: 5 })).toEqual(['language']);
  });
});

describe('extra settings of TTS', () => {
  const extra = {
    query: { trafficType: 'internal' },
    body: { synthesis: { audio: { bitRate: 7 } } },
    headers: { 'X-Tenant': 'seven' },
  };

  test('is added to the address, the headers and synthesis.context', () => {
    const { url, headers } = tts({ extra, endpoint_id: 'e' }).request();
    expect(url).toMatch(/\?deploymentId=e&trafficType=internal$/u);
    expect(headers).toEqual({
      'Ocp-Apim-Subscription-Key': KEY,
      'X-ConnectionId': expect.any(String),
      'X-Tenant': 'seven',
    });
    expect(contextOf({ extra })).toMatchObject({
      synthesis: { audio: { bitRate: 7, outputFormat: 'raw-24khz-16bit-mono-pcm' } },
    });
  });

  test('cannot override what is sent', () => {
    expect(issues({ extra: { query: { deploymentid: 'e' } } })).toEqual(['extra.query.deploymentid']);
    for (const name of Object.keys(tts().request().headers))
      expect(issues({ extra: { headers: { [name.toLowerCase()]: 'other' } } })).toEqual([
        `extra.headers.${name.toLowerCase()}`,
      ]);
    for (const path of fieldsIn(contextOf({}))) {
      const body = path.split('.').reduceRight<unknown>((value, name) => ({ [name]: value }), 'other');
      expect(`extra.body.${path}`).toMatch(new RegExp(`^${issues({ extra: { body } })[0]}`, 'u'));
    }
  });
});

describe('a connection that ends', () => {
  test.each([
    [1007, 'Quota exceeded. Cid: 1', 'retry'],
    [1007, 'Throttled due to too many requests', 'retry'],
    [1007, 'Too Many concurrent requests', 'retry'],
    [1007, 'the SSML cannot be parsed', 'final'],
    [4429, '', 'retry'],
    [4000, '', 'final'],
    [1002, '', 'final'],
    [1003, '', 'final'],
    [1000, '', 'retry'],
    [1001, '', 'retry'],
    [1006, '', 'retry'],
    [1011, '', 'retry'],
    [1013, '', 'retry'],
  ])('with %d "%s" is %s', (code, reason, kind) => {
    expect(classifyAzureEnd({ code, reason }, 0).kind).toBe(kind);
  });

  test.each([
    [400, 'final'],
    [401, 'final'],
    [403, 'final'],
    [404, 'final'],
    [429, 'retry'],
    [500, 'retry'],
    [503, 'retry'],
  ])('before it opened, with %d, is %s', (status, kind) => {
    const refused = { status, headers: {}, body: 'quota' };
    expect(classifyAzureEnd({ code: 1006, reason: '', refused }, 0)).toMatchObject({ kind, status });
  });
});
