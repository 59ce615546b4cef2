import { describe, expect, test } from 'vitest';
import { manifest } from '../../../providers/assemblyai/manifest.ts';
import { assemblyAiSttSchema, type AssemblyAiSttSettings } from '../../../providers/assemblyai/settings.ts';
import { findUnsupportedAssemblyAiStt } from '../../../providers/assemblyai/unsupported.ts';
import { createWire } from './turns.ts';

const KEY = { provider: 'assemblyai', api_key: 'secret' } as const;
const STREAMING = { model: 'universal-streaming-english' } as const;

function query(settings: Partial<AssemblyAiSttSettings> = {}, turns = false): unknown {
  return Object.fromEntries(new URL(createWire(settings, turns).request().url).searchParams);
}

function unsupported(settings: Partial<AssemblyAiSttSettings>): readonly string[] {
  return findUnsupportedAssemblyAiStt(assemblyAiSttSchema().parse({ ...KEY, ...settings })).map(
    ({ path, expected, got }) => `${path}: ${expected}, got ${got}`,
  );
}

const BASE = { speech_model: 'universal-3-5-pro', sample_rate: '16000', encoding: 'pcm_s16le' };
const PARTIALS = { continuous_partials: 'true' };
const OWN = { min_turn_silence: '5000', max_turn_silence: '5000' };

describe('the connection', () => {
  test('has the key in its headers, and the path after the address that is set', () => {
    const { url, headers } = createWire({
      base_url: 'https://streaming.eu.assemblyai.com',
      extra: { headers: { 'x-trace': '1' } },
    }).request();
    expect(url).toMatch(/^wss:\/\/streaming\.eu\.assemblyai\.com\/v3\/ws\?speech_model=/u);
    expect(headers).toEqual({ 'x-trace': '1', Authorization: 'secret' });
  });

  test('is replaced before the 3 h of a session', () => expect(createWire()).toMatchObject({ maxAgeMs: 10_500_000 }));
});

describe('the address', () => {
  test('leaves the ends of turns to the session, where nothing is set', () =>
    expect(query()).toEqual({ ...BASE, ...OWN, ...PARTIALS }));

  test('leaves them to AssemblyAI if they are wanted', () => expect(query({}, true)).toEqual({ ...BASE, ...PARTIALS }));

  test('has the thresholds that were set, wanted or not', () => {
    const sent = { min_turn_silence: '200', max_turn_silence: '2000' };
    for (const turns of [true, false])
      expect(query({ min_turn_silence: 200, max_turn_silence: 2000 }, turns)).toEqual({
        ...BASE,
        ...sent,
        ...PARTIALS,
      });
  });

  test('has what Universal-3 takes', () =>
    expect(
      query(
        {
          language_codes: ['de-DE', 'en-US', 'en-GB'],
          language_detection: true,
          keywords: ['Antiphon', 'Silero'],
          prompt: 'A hotel.',
          mode: 'min_latency',
          continuous_partials: false,
          interruption_delay: 0,
          filter_profanity: true,
          speaker_labels: true,
          max_speakers: 2,
          vad_threshold: 0.5,
          sample_rate: 8000,
          extra: { query: { domain: 'medical-v1' } },
        },
        true,
      ),
    ).toEqual({
      ...BASE,
      sample_rate: '8000',
      vad_threshold: '0.5',
      prompt: 'A hotel.',
      mode: 'min_latency',
      continuous_partials: 'false',
      interruption_delay: '0',
      language_codes: '["de","en"]',
      language_detection: 'true',
      filter_profanity: 'true',
      speaker_labels: 'true',
      max_speakers: '2',
      keyterms_prompt: '["Antiphon","Silero"]',
      domain: 'medical-v1',
    }));

  test('has what Universal-Streaming takes', () => {
    const base = { ...BASE, speech_model: STREAMING.model };
    expect(query(STREAMING)).toEqual({ ...base, ...OWN, end_of_turn_confidence_threshold: '1' });
    expect(query({ ...STREAMING, end_of_turn_confidence_threshold: 0.7, format_turns: true }, true)).toEqual({
      ...base,
      end_of_turn_confidence_threshold: '0.7',
      format_turns: 'true',
    });
  });
});

describe('what a model does not take is reported, and not sent', () => {
  test.each<[settings: Partial<AssemblyAiSttSettings>, expected: readonly string[]]>([
    [{}, []],
    [{ format_turns: true }, ['format_turns: nothing: universal-3-5-pro always formats turns, got true']],
    [
      { end_of_turn_confidence_threshold: 0.5 },
      [
        'end_of_turn_confidence_threshold: nothing: universal-3-5-pro ends turns by min_turn_silence and max_turn_silence, got 0.5',
      ],
    ],
    [{ max_speakers: 2 }, ['max_speakers: nothing: universal-3-5-pro counts speakers only with speaker_labels, got 2']],
    [STREAMING, []],
    [
      { ...STREAMING, prompt: 'p', mode: 'balanced', interruption_delay: 1, language_codes: ['de'] },
      [
        ['prompt', '"p"'],
        ['mode', '"balanced"'],
        ['interruption_delay', '1'],
        ['language_codes', '["de"]'],
      ].map(
        ([path, got]) =>
          `${path}: nothing: universal-streaming-english does not support it; only Universal-3 does, got ${got}`,
      ),
    ],
  ])('%j', (settings, expected) => expect(unsupported(settings)).toEqual(expected));
});

test('extra cannot set what a setting sets', () => {
  const { error } = assemblyAiSttSchema().safeParse({ ...KEY, extra: { query: { token: 'x' } } });
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['extra.query.token']);
});

describe('languages', () => {
  const { listLanguages, withLanguage } = manifest.stt;

  test.each<[settings: Partial<AssemblyAiSttSettings>, languages: readonly string[]]>([
    [{}, []],
    [{ language_codes: ['de', 'fr'] }, ['de', 'fr']],
    [STREAMING, ['en']],
    [{ model: 'universal-streaming-multilingual' }, []],
  ])('%j: %j', (settings, languages) =>
    expect(listLanguages(assemblyAiSttSchema().parse({ ...KEY, ...settings }))).toEqual(languages),
  );

  test('another language takes their place', () =>
    expect(withLanguage({ ...KEY, language_codes: ['de'] }, 'it-IT')).toEqual({ ...KEY, language_codes: ['it-IT'] }));
});
