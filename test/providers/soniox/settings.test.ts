import { describe, expect, test } from 'vitest';
import { manifest } from '../../../providers/soniox/manifest.ts';
import { sonioxSttSchema, type SonioxSttSettings } from '../../../providers/soniox/settings.ts';
import { createWire } from './responses.ts';

const KEY = { provider: 'soniox', api_key: 'secret' } as const;

function start(settings: Partial<SonioxSttSettings> = {}, turns = false): unknown {
  const [action] = createWire(settings, turns).dialect().open();
  return action?.kind === 'send' && typeof action.frame === 'string' ? JSON.parse(action.frame) : null;
}

function faults(settings: object): readonly string[] {
  const { error } = sonioxSttSchema().safeParse({ ...KEY, ...settings });
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
}

describe('the connection', () => {
  test('has the key in its headers', () =>
    expect(createWire().request()).toEqual({
      url: 'wss://stt-rt.soniox.com/transcribe-websocket',
      headers: { Authorization: 'Bearer secret' },
    }));

  test('goes to the address that is set, with the headers that are added', () =>
    expect(
      createWire({ base_url: 'https://stt-rt.eu.soniox.com', extra: { headers: { 'x-trace': '1' } } }).request(),
    ).toEqual({
      url: 'wss://stt-rt.eu.soniox.com/transcribe-websocket',
      headers: { 'x-trace': '1', Authorization: 'Bearer secret' },
    }));

  test('is replaced before the 300 min of a stream', () =>
    expect(createWire()).toMatchObject({ maxAgeMs: 17_700_000, keepAliveMs: 8000 }));
});

describe('the start message', () => {
  const DEFAULTS = {
    model: 'stt-rt-v5',
    audio_format: 'pcm_s16le',
    sample_rate: 16_000,
    num_channels: 1,
    enable_language_identification: false,
    enable_speaker_diarization: false,
    enable_endpoint_detection: false,
  };

  test('leaves the ends of turns to the session, where nothing is set', () => expect(start()).toEqual(DEFAULTS));

  test('leaves them to Soniox if they are wanted', () =>
    expect(start({}, true)).toEqual({ ...DEFAULTS, enable_endpoint_detection: true }));

  test('has what is set for endpoints, wanted or not', () => {
    const set = { max_endpoint_delay_ms: 800, endpoint_sensitivity: -0.5, endpoint_latency_adjustment_level: 2 };
    for (const turns of [true, false])
      expect(start(set, turns)).toEqual({ ...DEFAULTS, enable_endpoint_detection: true, ...set });
  });

  test('has each setting by its name', () =>
    expect(
      start({
        model: 'stt-rt-v6',
        language_hints: ['de-DE', 'en-US', 'en-GB'],
        language_hints_strict: true,
        enable_language_identification: true,
        enable_speaker_diarization: true,
        keywords: ['Antiphon'],
        context: { general: { domain: 'Hotel' }, text: 'A guest books a room.' },
        sample_rate: 8000,
        client_reference_id: 'line 1',
      }),
    ).toEqual({
      ...DEFAULTS,
      model: 'stt-rt-v6',
      language_hints: ['de', 'en'],
      language_hints_strict: true,
      enable_language_identification: true,
      enable_speaker_diarization: true,
      context: {
        general: [{ key: 'domain', value: 'Hotel' }],
        text: 'A guest books a room.',
        terms: ['Antiphon'],
      },
      sample_rate: 8000,
      client_reference_id: 'line 1',
    }));

  test('has the fields that are added', () =>
    expect(start({ keywords: ['Antiphon'], extra: { body: { context: { hints: ['x'] } } } })).toEqual({
      ...DEFAULTS,
      context: { terms: ['Antiphon'], hints: ['x'] },
    }));
});

describe('what is refused', () => {
  test.each([
    [{ language_hints_strict: true }, ['language_hints_strict: false, or a language in `language_hints`']],
    [
      { extra: { body: { context: { terms: ['x'] } } } },
      ['extra.body.context.terms: a name that the adapter does not set itself'],
    ],
    [{ extra: { body: { translation: {} } } }, ['extra.body.translation: a name that the adapter does not set itself']],
    [{ extra: { body: { api_key: 'x' } } }, ['extra.body.api_key: a name that the adapter does not set itself']],
  ])('%j', (settings, expected) => expect(faults(settings)).toEqual(expected));
});

describe('languages', () => {
  const { listLanguages, withLanguage } = manifest.stt;

  test('any language may be spoken, unless some are expected', () => {
    expect(listLanguages(sonioxSttSchema().parse(KEY))).toEqual([]);
    expect(listLanguages(sonioxSttSchema().parse({ ...KEY, language_hints: ['de', 'fr'] }))).toEqual(['de', 'fr']);
  });

  test('another language takes their place', () =>
    expect(withLanguage({ ...KEY, language_hints: ['de', 'fr'] }, 'it-IT')).toEqual({
      ...KEY,
      language_hints: ['it-IT'],
    }));
});
