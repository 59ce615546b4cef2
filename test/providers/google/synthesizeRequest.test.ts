import { describe, expect, test } from 'vitest';
import { findUnsupportedGoogleTts } from '../../../providers/google/tts.ts';
import { googleTtsSchema, type FilledGoogleTts, type GoogleTtsSettings } from '../../../providers/google/settings.ts';
import { createSynthesizeRequest } from '../../../providers/google/synthesizeRequest.ts';

type Row = readonly [name: string, settings: Partial<GoogleTtsSettings>, sent: object];

describe('the body of a request', () => {
  test('with the defaults of the spec', () => {
    expect(JSON.stringify(createSynthesizeRequest('Hello there.', filled({})))).toBe(
      '{"input":{"text":"Hello there."},"voice":{"languageCode":"en-US"},' +
        '"audioConfig":{"audioEncoding":"LINEAR16","speakingRate":1,"sampleRateHertz":24000}}',
    );
  });

  test.each<Row>([
    ['language', { language: 'de-DE' }, { voice: { languageCode: 'de-DE' } }],
    ['gender male', { gender: 'male' }, { voice: { languageCode: 'en-US', ssmlGender: 'MALE' } }],
    ['gender female', { gender: 'female' }, { voice: { languageCode: 'en-US', ssmlGender: 'FEMALE' } }],
    ['voice_name', { voice_name: 'en-US-Wavenet-A' }, { voice: { name: 'en-US-Wavenet-A' } }],
    ['encoding wav', { encoding: 'wav' }, { audioConfig: { audioEncoding: 'LINEAR16' } }],
    ['encoding mp3', { encoding: 'mp3' }, { audioConfig: { audioEncoding: 'MP3' } }],
    ['sample_rate', { sample_rate: 8000 }, { audioConfig: { sampleRateHertz: 8000 } }],
    ['pitch', { pitch: -4 }, { audioConfig: { pitch: -4 } }],
    ['speaking_rate', { speaking_rate: 1.25 }, { audioConfig: { speakingRate: 1.25 } }],
    ['speaking_rate at its fastest', { speaking_rate: 2 }, { audioConfig: { speakingRate: 2 } }],
    ['speaking_rate beyond it as the fastest', { speaking_rate: 4 }, { audioConfig: { speakingRate: 2 } }],
    ['part of a semitone', { pitch: 2.5 }, { audioConfig: { pitch: 2.5 } }],
    [
      'a Gemini voice, without a rate of its own',
      { model: 'gemini-2.5-flash-tts', voice_name: 'Kore', prompt: 'Say it warmly.' },
      {
        input: { prompt: 'Say it warmly.', text: 'Hello.' },
        voice: { languageCode: 'en-US', name: 'Kore', modelName: 'gemini-2.5-flash-tts' },
        audioConfig: { audioEncoding: 'LINEAR16', sampleRateHertz: 24_000 },
      },
    ],
    [
      'a rate that is asked of a Gemini voice',
      { model: 'gemini-2.5-flash-tts', voice_name: 'Kore', speaking_rate: 1.25 },
      { audioConfig: { speakingRate: 1.25 } },
    ],
    [
      'effects_profile_id, in the order given',
      { effects_profile_id: 'telephony-class-application, headphone-class-device,' },
      { audioConfig: { effectsProfileId: ['telephony-class-application', 'headphone-class-device'] } },
    ],
  ])('sends %s', (_name, settings, sent) => {
    expect(createSynthesizeRequest('Hello.', filled(settings))).toMatchObject(sent);
  });

  test.each<[name: string, settings: Partial<GoogleTtsSettings>]>([
    ['a gender that does not matter', { gender: '' }],
    ['a voice that the service is to choose', { voice_name: '' }],
    ['the pitch of the voice itself', { pitch: 0 }],
    ['no effects', { effects_profile_id: ' , ' }],
    ['the neutral gender, which the service refuses', { gender: 'neutral' }],
    ['the gender of a voice that has a name', { gender: 'male', voice_name: 'en-US-Wavenet-F' }],
  ])('leaves out %s', (_name, settings) => {
    const text = JSON.stringify(createSynthesizeRequest('Hello.', filled({ gender: '', ...settings })));
    expect(text).not.toMatch(/ssmlGender|pitch|effectsProfileId|""/u);
  });
});

describe('a remark is made', () => {
  test('of a gender beside the name of a voice: it is not sent', () => {
    expect(findUnsupportedGoogleTts(filled({ gender: 'male', voice_name: 'en-US-Wavenet-F' }))).toEqual([
      { path: 'gender', expected: 'the gender of en-US-Wavenet-F', got: '"male"' },
    ]);
  });

  test.each<Partial<GoogleTtsSettings>>([
    {},
    { gender: 'neutral' },
    { gender: 'male' },
    { voice_name: 'en-US-Wavenet-F' },
    { gender: '', voice_name: 'en-US-Wavenet-F' },
    { speaking_rate: 2, pitch: 20 },
  ])('not of %j', (settings) => {
    expect(findUnsupportedGoogleTts(filled(settings))).toEqual([]);
  });
});

test('a rate that the service refuses is remarked on', () =>
  expect(findUnsupportedGoogleTts(filled({ speaking_rate: 2.5 }))).toEqual([
    { path: 'speaking_rate', expected: 'at most 2 and sends that', got: '2.5' },
  ]));

describe('a setting that the service refuses is refused before a session, with its path', () => {
  test.each<[name: string, settings: Partial<GoogleTtsSettings>, path: string, expected: string]>([
    [
      'the pitch of a Chirp voice',
      { voice_name: 'en-US-Chirp3-HD-Charon', pitch: 4 },
      'pitch',
      '0: Chirp and Gemini voices refuse a pitch',
    ],
    [
      'the pitch of a Gemini voice',
      { model: 'gemini-2.5-flash-tts', voice_name: 'Kore', pitch: -1 },
      'pitch',
      '0: Chirp and Gemini voices refuse a pitch',
    ],
    [
      'a prompt without a model',
      { prompt: 'Say it warmly.' },
      'prompt',
      'no such field without `model`: only Gemini-TTS models take a prompt',
    ],
    [
      'a prompt of more than 4000 bytes',
      { model: 'gemini-2.5-flash-tts', voice_name: 'Kore', prompt: 'é'.repeat(2001) },
      'prompt',
      'at most 4000 bytes',
    ],
    [
      'a model without a voice',
      { model: 'gemini-2.5-flash-tts' },
      'voice_name',
      'the name of a Gemini voice such as "Kore", because `model` is set',
    ],
  ])('%s', (_name, settings, path, expected) => {
    const given = { provider: 'google', credentials: {}, ...settings } as const;
    const issues = googleTtsSchema().safeParse(given).error?.issues ?? [];
    expect(issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([[path, expected]]);
  });
});

describe('extra', () => {
  const extra = {
    query: { quotaUser: 'seven' },
    body: { audioConfig: { volumeGainDb: -3 }, advancedVoiceOptions: { lowLatencyJourneySynthesis: true } },
    headers: { 'x-goog-user-project': 'billed' },
  };

  test('is merged into the body', () => {
    expect(createSynthesizeRequest('Hello.', filled({ extra }))).toEqual({
      input: { text: 'Hello.' },
      voice: { languageCode: 'en-US' },
      audioConfig: { audioEncoding: 'LINEAR16', speakingRate: 1, sampleRateHertz: 24_000, volumeGainDb: -3 },
      advancedVoiceOptions: { lowLatencyJourneySynthesis: true },
    });
  });

  test.each<Partial<GoogleTtsSettings>>([
    { gender: 'male', pitch: 1, effects_profile_id: 'headphone-class-device' },
    { model: 'gemini-2.5-flash-tts', voice_name: 'Kore', prompt: 'Say it warmly.', speaking_rate: 1.5 },
  ])('cannot override what is sent, in either spelling of a field: %j', (settings) => {
    for (const path of fieldsIn(createSynthesizeRequest('Hello.', filled(settings)))) {
      for (const spelt of [path, path.map(snake)]) {
        const body = spelt.reduceRight<unknown>((value, name) => ({ [name]: value }), 'other');
        const given = { provider: 'google', credentials: {}, ...settings, extra: { body } };
        const at = googleTtsSchema().safeParse(given).error?.issues[0]?.path.join('.') ?? 'accepted';
        expect(`extra.body.${spelt.join('.')}`).toMatch(new RegExp(`^${at}`, 'u'));
      }
    }
  });
});

describe('the rate of mp3', () => {
  test.each([8000, 11_025, 22_050, 24_000, 44_100, 48_000])('may be %i Hz', (sample_rate) => {
    expect(filled({ encoding: 'mp3', sample_rate }).sample_rate).toBe(sample_rate);
  });

  test.each([8001, 20_000, 40_000])('may not be %i Hz, which MPEG audio does not have', (sample_rate) => {
    expect(() => filled({ encoding: 'mp3', sample_rate })).toThrow('one of 8000, 11025');
    expect(filled({ encoding: 'wav', sample_rate }).sample_rate).toBe(sample_rate);
  });
});

function filled(settings: Partial<GoogleTtsSettings>): FilledGoogleTts {
  return googleTtsSchema().parse({ provider: 'google', credentials: {}, ...settings });
}

/** The paths of all fields that are no objects. */
function fieldsIn(value: object): readonly (readonly string[])[] {
  return Object.entries(value).flatMap(([name, field]: [string, unknown]) => {
    const isObject = typeof field === 'object' && field !== null && !Array.isArray(field);
    return isObject ? fieldsIn(field).map((path) => [name, ...path]) : [[name]];
  });
}

function snake(name: string): string {
  return name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
}
