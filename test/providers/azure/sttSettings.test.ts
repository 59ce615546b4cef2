import { describe, expect, test } from 'vitest';
import { azureSttSchema, type AzureSttSettings } from '../../../providers/azure/settings.ts';
import { findUnsupportedAzureStt, createAzureSttWire } from '../../../providers/azure/stt.ts';
import type { SttWire } from '../../../src/wire/stt/dialect.ts';
import { createServerText } from '../../fakes/azure/frames.ts';
import { idOf, scoreOf, still, textOf } from './score.ts';

const KEY = 'very-secret';

function stt(settings: Partial<AzureSttSettings> = {}): SttWire {
  const given = { provider: 'azure', api_key: KEY, region: 'westeurope', ...settings } as const;
  return createAzureSttWire(azureSttSchema().parse(given), still());
}

describe('settings of the request', () => {
  test('with a token in place of the key', () => {
    const { url, headers } = stt({ api_key: undefined, auth_token: 'a.b.c' }).request();
    expect(headers).toEqual({ Authorization: 'Bearer a.b.c', 'X-ConnectionId': idOf(1) });
    expect(url).not.toContain('a.b.c');
  });

  test.each([
    [{ api_key: undefined }, ['api_key']],
    [{ auth_token: 'a.b.c' }, ['api_key']],
    [{ languages: ['en-US', 'en-us'] }, ['languages']],
    [{ languages: ['en-US', 'en-GB'] }, []],
    [{ phrase_list: [''] }, ['phrase_list.0']],
    [{ phrase_list_weight: 2.1 }, ['phrase_list_weight']],
    [{ profanity: 'Raw' }, ['profanity']],
    [{ extra: { query: { format: 'simple' } } }, ['extra.query.format']],
    [{ extra: { body: { phraseDetection: { mode: 'Dictation' } } } }, ['extra.body.phraseDetection.mode']],
    [{ extra: { body: { dgi: {} } } }, ['extra.body.dgi']],
    [{ extra: { headers: { 'x-connectionid': '1' } } }, ['extra.headers.x-connectionid']],
  ])('of the settings %j at fault are %j', (settings, paths) => {
    const { error } = azureSttSchema().safeParse({ provider: 'azure', api_key: KEY, region: 'r', ...settings });
    expect(error?.issues.map(({ path }) => path.join('.')) ?? []).toEqual(paths);
  });

  test('with variants of one language, which are remarked on', () => {
    const languages = ['en-US', 'de-DE', 'en-GB'];
    expect(new URL(stt({ languages }).request().url).searchParams.get('lidEnabled')).toBe('true');
    expect(findUnsupportedAzureStt({ languages })).toEqual([
      {
        path: 'languages[2]',
        expected: 'a language other than that of "en-US": the service may confuse the two',
        got: '"en-GB"',
      },
    ]);
    expect(findUnsupportedAzureStt({ languages: ['en-US', 'de-DE'] })).toEqual([]);
  });

  test('with rates and channels that Microsoft does not document, which are remarked on', () => {
    const remarks = (sample_rate: number, num_channels: number): readonly string[] =>
      findUnsupportedAzureStt({ languages: ['en-US'], sample_rate, num_channels }).map(({ path }) => path);
    expect([remarks(8000, 1), remarks(16_000, 1), remarks(44_100, 2)]).toEqual([
      [],
      [],
      ['sample_rate', 'num_channels'],
    ]);
  });

  test('with what is set for a turn, and what has no setting', () => {
    const extra = {
      query: { storeAudio: true },
      body: { phraseDetection: { trailingSilenceTimeout: 400, enrichment: { capitalization: 'None' } } },
      headers: { 'X-Tenant': 'seven' },
    };
    const wire = stt({ phrase_list: ['Antiphon'], phrase_list_weight: 1.5, profanity: 'removed', extra });
    const { url, headers } = wire.request();
    expect(new URL(url).search).toMatch(/&profanity=Removed&wordLevelTimestamps=true&storeAudio=true$/u);
    expect(headers['X-Tenant']).toBe('seven');
    expect(JSON.parse(textOf(wire.dialect().begin(0)[1]))).toEqual({
      phraseDetection: {
        mode: 'Conversation',
        language: 'en-US',
        trailingSilenceTimeout: 400,
        enrichment: { capitalization: 'None', profanity: 'Removed' },
      },
      phraseOutput: { detailed: { options: ['WordTimings'] }, format: 'Detailed' },
      dgi: { groups: [{ type: 'Generic', items: [{ text: 'Antiphon' }] }], bias: 1.5 },
    });
  });

  test('results of the second channel are dropped', () => {
    const dialect = stt({ num_channels: 2 }).dialect();
    dialect.begin(0);
    const result = { RecognitionStatus: 'Success', DisplayText: 'Hello.', Text: 'hello', Offset: 0, Duration: 1 };
    const hear = (path: string, Channel: number): readonly string[] =>
      scoreOf(dialect.receive(createServerText(path, idOf(1), { ...result, Channel })));
    expect([hear('speech.hypothesis', 0), hear('speech.hypothesis', 1)]).toEqual([['interim 0 hello'], []]);
    expect([hear('speech.phrase', 1), hear('speech.phrase', 0)]).toEqual([[], ['piece 0 Hello.']]);
  });
});
