import { describe, expect, test } from 'vitest';
import {
  elevenLabsSttSchema,
  type ElevenLabsSttSettings,
  type FilledElevenLabsStt,
} from '../../../../providers/elevenlabs/scribe/settings.ts';
import { createElevenLabsSttWire } from '../../../../providers/elevenlabs/stt.ts';
import { manifest } from '../../../../providers/elevenlabs/manifest.ts';

const KEY = { provider: 'elevenlabs', api_key: 'secret' } as const;

function filled(settings: Partial<ElevenLabsSttSettings> = {}): FilledElevenLabsStt {
  return elevenLabsSttSchema().parse({ ...KEY, ...settings });
}

function url(settings: Partial<ElevenLabsSttSettings> = {}): URL {
  return new URL(createElevenLabsSttWire(filled(settings)).request().url);
}

function faults(settings: object): readonly string[] {
  const { error } = elevenLabsSttSchema().safeParse({ ...KEY, ...settings });
  return error?.issues.map(({ path }) => path.join('.')) ?? [];
}

describe('the address', () => {
  test('is this, where nothing is set', () =>
    expect(createElevenLabsSttWire(filled()).request()).toEqual({
      url:
        'wss://api.elevenlabs.io/v1/speech-to-text/realtime?model_id=scribe_v2_realtime&commit_strategy=manual' +
        '&audio_format=pcm_16000&include_timestamps=false&include_language_detection=false',
      headers: { 'xi-api-key': 'secret' },
    }));

  test.each<[name: string, settings: Partial<ElevenLabsSttSettings>, values: readonly string[]]>([
    ['model_id', { model: 'scribe_v3_live' }, ['scribe_v3_live']],
    ['audio_format', { sample_rate: 8000 }, ['pcm_8000']],
    ['language_code', { language_code: 'de' }, ['de']],
    ['secondary_languages', { secondary_languages: ['en', 'fra'] }, ['en', 'fra']],
    ['include_timestamps', { include_timestamps: true }, ['true']],
    ['include_language_detection', { include_language_detection: true }, ['true']],
    ['keyterms', { keyterms: ['Antiphon', 'front desk'] }, ['Antiphon', 'front desk']],
    ['no_verbatim', { no_verbatim: true }, ['true']],
    ['filter_background_audio', { filter_background_audio: true }, ['true']],
    ['enable_logging', { enable_logging: false }, ['false']],
    ['previous_text', { previous_text: 'A hotel.' }, []],
  ])('%s of %j', (name, settings, values) => expect(url(settings).searchParams.getAll(name)).toEqual(values));

  test('a base takes the place of the origin, and keeps the path', () =>
    expect(url({ base_url: 'https://api.eu.residency.elevenlabs.io/proxy/' }).href).toMatch(
      /^wss:\/\/api\.eu\.residency\.elevenlabs\.io\/proxy\/v1\/speech-to-text\/realtime\?/u,
    ));

  test('takes more parameters and headers', () => {
    const extra = { query: { region: 'eu' }, headers: { 'X-Tenant': 'seven' } };
    const { url: address, headers } = createElevenLabsSttWire(filled({ extra })).request();
    expect(address).toMatch(/&region=eu$/u);
    expect(headers).toEqual({ 'xi-api-key': 'secret', 'X-Tenant': 'seven' });
  });

  test('does not let them change what is set', () => {
    const all = { language_code: 'de', secondary_languages: ['en'], keyterms: ['a'], no_verbatim: true } as const;
    const more = { filter_background_audio: true, enable_logging: true };
    for (const name of url({ ...all, ...more }).searchParams.keys())
      expect(faults({ extra: { query: { [name]: 'x' } } })).toEqual([`extra.query.${name}`]);
    expect(faults({ extra: { headers: { 'XI-API-Key': 'x' } } })).toEqual(['extra.headers.XI-API-Key']);
  });
});

describe('refused', () => {
  test.each<[path: string, settings: object]>([
    ['language_code', { language_code: 'de-DE' }],
    ['secondary_languages.0', { secondary_languages: ['english'] }],
    ['sample_rate', { sample_rate: 32_000 }],
    ['keyterms.0', { keyterms: ['a term of 21 letters.'] }],
    ['keyterms', { keyterms: Array(51).fill('a') }],
    ['filter_background_audio', { filter_background_audio: true, include_timestamps: true }],
  ])('%s in %j', (path, settings) => expect(faults(settings)).toEqual([path]));
});

describe('the languages', () => {
  test('are those that are set, or any', () => {
    expect(manifest.stt.listLanguages(filled())).toEqual([]);
    expect(manifest.stt.listLanguages(filled({ language_code: 'de', secondary_languages: ['en'] }))).toEqual([
      'de',
      'en',
    ]);
  });

  test('another language is its code without a region', () =>
    expect(manifest.stt.withLanguage({ ...KEY }, 'de-AT')).toEqual({ ...KEY, language_code: 'de' }));
});
