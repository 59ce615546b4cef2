import { afterEach, describe, expect, test, vi } from 'vitest';
import { selectCredentials } from '../../../providers/polly/credentials.ts';
import { createPollyRequest, type Wanted } from '../../../providers/polly/request.ts';
import { pollyTtsSchema, type FilledPollyTts, type PollyTtsSettings } from '../../../providers/polly/settings.ts';
import { findUnsupportedPollyTts, pollyTts, verifyPollyTts } from '../../../providers/polly/tts.ts';
import { listPaths, createNested } from '../paths.ts';

const region = 'eu-central-1';

function filled(settings: Partial<PollyTtsSettings> = {}): FilledPollyTts {
  return pollyTtsSchema().parse({ provider: 'polly', region, ...settings });
}

function bodyOf(settings: Partial<PollyTtsSettings> = {}, wanted: Wanted = 'audio'): object {
  return JSON.parse(createPollyRequest('Hello.', wanted, filled(settings)).body) as object;
}

function refusal(settings: Partial<PollyTtsSettings>): readonly PropertyKey[] | undefined {
  return pollyTtsSchema().safeParse({ provider: 'polly', region, ...settings }).error?.issues[0]?.path;
}

afterEach(() => vi.unstubAllEnvs());

test('presents itself', () =>
  expect(pollyTts({ region, engine: 'generative', language: 'de-DE', sample_rate: 8000 })).toMatchObject({
    name: 'polly',
    model: 'generative',
    sampleRate: 8000,
    accepts: 'sentences',
    language: 'de-DE',
  }));

describe('the request', () => {
  test('defaults', () =>
    expect(createPollyRequest('Hello.', 'audio', filled())).toEqual({
      url: 'https://polly.eu-central-1.amazonaws.com/v1/speech',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        Engine: 'neural',
        OutputFormat: 'pcm',
        SampleRate: '16000',
        Text: 'Hello.',
        TextType: 'text',
        VoiceId: 'Joanna',
      }),
    }));

  test('the times of words are another request, with the same text and voice', () =>
    expect(bodyOf({}, 'words')).toEqual({
      Engine: 'neural',
      OutputFormat: 'json',
      SpeechMarkTypes: ['word'],
      Text: 'Hello.',
      TextType: 'text',
      VoiceId: 'Joanna',
    }));

  test.each<[Partial<PollyTtsSettings>, object]>([
    [{ engine: 'long-form' }, { Engine: 'long-form' }],
    [{ voice: 'Vicki' }, { VoiceId: 'Vicki' }],
    [{ language: 'hi-IN' }, { LanguageCode: 'hi-IN' }],
    [{ sample_rate: 8000 }, { SampleRate: '8000' }],
    [{ text_type: 'ssml' }, { TextType: 'ssml', Text: '<speak>Hello.</speak>' }],
    [{ lexicon_names: ['w3c', 'own'] }, { LexiconNames: ['w3c', 'own'] }],
  ])('%j becomes %j', (settings, fields) => expect(bodyOf(settings)).toMatchObject(fields));

  test.each([
    ['cn-northwest-1', undefined, 'https://polly.cn-northwest-1.amazonaws.com.cn/v1/speech'],
    ['us-gov-west-1', undefined, 'https://polly.us-gov-west-1.amazonaws.com/v1/speech'],
    ['us-east-1', 'https://vpce-1.example/proxy/', 'https://vpce-1.example/proxy/v1/speech'],
  ])('of the region %s, with base_url %s, goes to %s', (region, base_url, url) =>
    expect(createPollyRequest('', 'audio', filled({ region, base_url })).url).toBe(url),
  );
});

describe('the access key', () => {
  const env = { AWS_ACCESS_KEY_ID: 'env-id', AWS_SECRET_ACCESS_KEY: 'env-secret', AWS_SESSION_TOKEN: 'env-token' };
  const own = { access_key_id: 'id', secret_access_key: 'secret' };

  test('is that of the settings, with nothing of the environment', () => {
    expect(selectCredentials(own, env)).toEqual({ accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: null });
    expect(selectCredentials({ ...own, session_token: 't' }, {})?.sessionToken).toBe('t');
  });

  test('is that of the environment if the settings have none', () => {
    const key = { accessKeyId: 'env-id', secretAccessKey: 'env-secret' };
    expect(selectCredentials({}, env)).toEqual({ ...key, sessionToken: 'env-token' });
    expect(selectCredentials({}, { ...env, AWS_SESSION_TOKEN: '' })).toEqual({ ...key, sessionToken: null });
  });

  test.each([{}, { AWS_ACCESS_KEY_ID: 'id' }, { ...env, AWS_SECRET_ACCESS_KEY: '' }])('is missing in %j', (given) =>
    expect(selectCredentials({}, given)).toBeNull(),
  );

  test('is checked before a session begins', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', '');
    expect(await verifyPollyTts(filled(own))).toEqual([]);
    expect(await verifyPollyTts(filled())).toEqual([
      {
        path: 'access_key_id',
        expected: 'an access key, here or in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
        got: 'nothing',
      },
    ]);
  });

  test.each<[Partial<PollyTtsSettings>, string]>([
    [{ access_key_id: 'id' }, 'secret_access_key'],
    [{ secret_access_key: 's' }, 'access_key_id'],
    [{ session_token: 't' }, 'session_token'],
  ])('%j lacks its pair', (settings, path) => expect(refusal(settings)).toEqual([path]));

  test.each(['access_key_id', 'secret_access_key', 'session_token'])('%s is a text without white space', (field) => {
    const keys = { ...own, session_token: 't' };
    for (const value of ['', 'a key', 'k\n', 7, null]) expect(refusal({ ...keys, [field]: value })).toEqual([field]);
  });
});

describe('extra', () => {
  test('is added to the body and the headers', () => {
    const extra = { body: { Style: 'calm' }, headers: { 'X-Tenant': 'seven' } };
    expect(bodyOf({ extra })).toMatchObject({ Style: 'calm', Engine: 'neural' });
    expect(createPollyRequest('', 'audio', filled({ extra })).headers).toEqual({
      'X-Tenant': 'seven',
      'content-type': 'application/json',
    });
  });

  test('cannot override what is sent', () => {
    const settings = { language: 'de-DE', lexicon_names: ['a'] };
    for (const path of listPaths({ ...bodyOf(settings), ...bodyOf(settings, 'words') }))
      expect(refusal({ extra: { body: createNested(path) } })).toEqual(['extra', 'body', ...path]);
    for (const name of ['Authorization', 'X-Amz-Date', 'x-amz-security-token'])
      expect(refusal({ extra: { headers: { [name]: 'x' } } })).toEqual(['extra', 'headers', name]);
  });
});

test.each<[Partial<PollyTtsSettings>, readonly string[]]>([
  [{}, []],
  [{ word_times: true }, []],
  [{ engine: 'generative' }, []],
  [{ engine: 'generative', word_times: false }, []],
  [{ engine: 'generative', word_times: true }, ['word_times']],
])('of %j, the engine ignores %j', (settings, paths) =>
  expect(findUnsupportedPollyTts(filled(settings)).map(({ path }) => path)).toEqual(paths),
);

test('settings that break a rule are refused', () =>
  expect(() => pollyTts({ region: 'evil.example/' })).toThrow('region'));
