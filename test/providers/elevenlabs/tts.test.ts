import { describe, expect, test } from 'vitest';
import { elevenLabsTtsSchema, type ElevenLabsTtsSettings } from '../../../providers/elevenlabs/settings.ts';
import { createElevenLabsWire } from '../../../providers/elevenlabs/tts.ts';
import type { TtsWire } from '../../../src/wire/tts/dialect.ts';
import { listPaths, createNested } from '../paths.ts';

const VOICE = { id: 'v1', name: 'Ada', category: 'premade' };

function wire(settings: Partial<ElevenLabsTtsSettings> = {}): TtsWire {
  const filled = elevenLabsTtsSchema().parse({ provider: 'elevenlabs', api_key: 'k-1', ...settings });
  return createElevenLabsWire(filled, () => 'c1');
}

function query(settings?: Partial<ElevenLabsTtsSettings>): Record<string, string> {
  return Object.fromEntries(new URL(wire(settings).request().url).searchParams);
}

/** The message that begins an utterance. */
function opening(settings?: Partial<ElevenLabsTtsSettings>): unknown {
  const [action] = wire(settings).dialect().begin(0);
  return action?.kind === 'send' ? JSON.parse(String(action.frame)) : action;
}

describe('where the settings go', () => {
  test('all that is not set has its default', () => {
    const { url, headers } = wire().request();
    expect(url).toBe(
      'wss://api.elevenlabs.io/v1/text-to-speech/EXAVITQu4vr4xnSDxMaL/multi-stream-input?model_id=eleven_flash_v2_5' +
        '&output_format=mp3_22050_32&enable_ssml_parsing=false&inactivity_timeout=180&sync_alignment=true&auto_mode=false',
    );
    expect(headers).toEqual({ 'xi-api-key': 'k-1' });
    expect(opening()).toEqual({
      text: ' ',
      context_id: 'c1',
      voice_settings: { stability: 0.71, similarity_boost: 0.5, style: 0, use_speaker_boost: true },
      generation_config: { chunk_length_schedule: [80, 120, 200, 260] },
    });
  });

  test('the key goes into a header and nowhere else', () => expect(wire().request().url).not.toContain('k-1'));

  test('the voice is part of the path', () =>
    expect(new URL(wire({ voice: { ...VOICE, id: 'a/b' } }).request().url).pathname).toBe(
      '/v1/text-to-speech/a%2Fb/multi-stream-input',
    ));

  test('model, encoding and enable_ssml_parsing are parameters', () =>
    expect(query({ model: 'm', encoding: 'pcm_16000', enable_ssml_parsing: true })).toMatchObject({
      model_id: 'm',
      output_format: 'pcm_16000',
      enable_ssml_parsing: 'true',
    }));

  test('of the settings of a voice, what is null is not sent', () =>
    expect(opening({ voice: { ...VOICE, settings: { stability: 0.3, similarity_boost: 0.9 } } })).toMatchObject({
      voice_settings: { stability: 0.3, similarity_boost: 0.9, use_speaker_boost: false },
    }));

  test('a style that is null is absent', () =>
    expect(
      JSON.stringify(opening({ voice: { ...VOICE, settings: { stability: 0, similarity_boost: 0 } } })),
    ).not.toContain('style'));

  test('a voice without settings keeps those that are stored', () =>
    expect(opening({ voice: VOICE })).toEqual({
      text: ' ',
      context_id: 'c1',
      generation_config: { chunk_length_schedule: [80, 120, 200, 260] },
    }));

  test('name and category of a voice are not sent', () =>
    expect(`${wire({ voice: VOICE }).request().url}${JSON.stringify(opening({ voice: VOICE }))}`).not.toMatch(
      /Ada|premade/u,
    ));

  test('an empty schedule leaves it to ElevenLabs', () =>
    expect(opening({ voice: VOICE, chunk_length_schedule: [] })).toEqual({ text: ' ', context_id: 'c1' }));

  test('base_url takes its place before the path', () =>
    expect(wire({ base_url: 'https://eu.example/proxy' }).request().url).toMatch(
      /^wss:\/\/eu\.example\/proxy\/v1\/text-to-speech\//u,
    ));

  test('with enable_ssml_parsing the text goes as one message', () => {
    const talk = wire({ enable_ssml_parsing: true }).dialect();
    talk.begin(0);
    expect(talk.text(0, 'Hello there ')).toEqual([]);
  });
});

describe('beyond the spec', () => {
  const SETTINGS = { stability: 0.3, similarity_boost: 0.9 };
  const DICTIONARY = { pronunciation_dictionary_id: 'd1', version_id: 'v1' };

  test('the speed of a voice goes with its settings', () =>
    expect(opening({ voice: { ...VOICE, settings: { ...SETTINGS, speed: 1.1 } } })).toMatchObject({
      voice_settings: { speed: 1.1 },
    }));

  test('language_code is a parameter, and the language of the voice', () => {
    expect(query({ language_code: 'de' })).toMatchObject({ language_code: 'de' });
    expect(wire({ language_code: 'de' }).language).toBe('de');
  });

  test('auto_mode is a parameter, takes whole sentences, and no schedule', () => {
    expect(query({ auto_mode: true })).toMatchObject({ auto_mode: 'true' });
    expect(opening({ auto_mode: true, voice: VOICE })).toEqual({ text: ' ', context_id: 'c1' });
    const talk = wire({ auto_mode: true }).dialect();
    talk.begin(0);
    expect(talk.text(0, 'Hello there. How ')).toMatchObject([{ frame: '{"text":"Hello there. ","context_id":"c1"}' }]);
  });

  test('dictionaries go with the message that begins an utterance', () =>
    expect(opening({ pronunciation_dictionary_locators: [DICTIONARY] })).toMatchObject({
      pronunciation_dictionary_locators: [DICTIONARY],
    }));

  test.each<[path: string, settings: Partial<ElevenLabsTtsSettings>]>([
    ['voice.settings.speed', { voice: { ...VOICE, settings: { ...SETTINGS, speed: 1.3 } } }],
    ['language_code', { language_code: 'en-US' }],
    ['chunk_length_schedule', { auto_mode: true, chunk_length_schedule: [50] }],
    ['pronunciation_dictionary_locators', { pronunciation_dictionary_locators: Array(4).fill(DICTIONARY) }],
  ])('%s is refused', (path, settings) => expect(refusal(settings)?.join('.')).toBe(path));
});

describe('extra', () => {
  test('is added to the query, the headers and the message that begins an utterance', () => {
    const extra = {
      query: { seed: 7, enable_logging: false },
      body: { voice_settings: { warmth: 1 } },
      headers: { 'X-Tenant': 'seven' },
    };
    expect(query({ extra })).toMatchObject({ seed: '7', enable_logging: 'false', model_id: 'eleven_flash_v2_5' });
    expect(wire({ extra }).request().headers).toEqual({ 'xi-api-key': 'k-1', 'X-Tenant': 'seven' });
    expect(opening({ extra })).toMatchObject({ text: ' ', voice_settings: { stability: 0.71, warmth: 1 } });
  });

  test('cannot override what is sent', () => {
    const settings = { language_code: 'de', pronunciation_dictionary_locators: [] };
    for (const name of Object.keys(query(settings)))
      expect(refusal({ extra: { query: { [name]: 'other' } } })).toEqual(['extra', 'query', name]);
    const messages = { ...(opening() as object), flush: true, close_context: true, close_socket: true };
    for (const path of listPaths(messages))
      expect(refusal({ extra: { body: createNested(path) } })?.slice(0, 2)).toEqual(['extra', 'body']);
    expect(refusal({ extra: { headers: { 'XI-API-Key': 'other' } } })).toEqual(['extra', 'headers', 'XI-API-Key']);
  });
});

function refusal(settings: Partial<ElevenLabsTtsSettings>): readonly PropertyKey[] | undefined {
  const parsed = elevenLabsTtsSchema().safeParse({ provider: 'elevenlabs', api_key: 'k-1', ...settings });
  return parsed.error?.issues[0]?.path;
}

describe('what the wire is', () => {
  test('the rate is that of the encoding', () => {
    expect(wire().sampleRate).toBe(22_050);
    expect(wire({ encoding: 'ulaw_8000' }).sampleRate).toBe(8000);
  });

  test('text is taken as it is generated, and a connection carries fewer contexts than the server refuses', () =>
    expect(wire()).toMatchObject({ name: 'elevenlabs', accepts: 'tokens', language: 'en', maxConcurrent: 4 }));

  test('it is kept well before the server would close it', () => expect(wire().keepAliveMs).toBeLessThan(20_000));

  test.each([
    ['retry', 1008, 'max_active_conversations'],
    ['retry', 1008, 'input_timeout_exceeded: no text'],
    ['final', 1008, 'quota_exceeded'],
    ['retry', 1006, ''],
    ['retry', 1011, 'internal'],
  ])('an end is %s: %i %s', (kind, code, reason) => expect(wire().faultOf?.({ code, reason }, 0).kind).toBe(kind));

  test.each([
    ['final', 401],
    ['final', 402],
    ['final', 422],
    ['retry', 429],
    ['retry', 503],
  ])('a refused connection is %s: %i', (kind, status) =>
    expect(wire().faultOf?.({ code: 1006, reason: '', refused: { status, headers: {}, body: '' } }, 0).kind).toBe(kind),
  );
});
