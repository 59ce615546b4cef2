import { describe, expect, it } from 'vitest';
import { createConcierge } from '../../examples/concierge/agent.ts';
import { selectEngines } from '../../examples/vendors/selectEngines.ts';
import { STT_VENDORS, TTS_VENDORS } from '../../examples/vendors/vendors.ts';

const CREDENTIALS = JSON.stringify({ client_email: 'a@b', private_key: 'PRIVATE' });
/** Every variable that any vendor needs. */
const ALL: NodeJS.ProcessEnv = {
  DEEPGRAM_API_KEY: 'deepgram-key',
  OPENAI_API_KEY: 'openai-key',
  AZURE_SPEECH_KEY: 'azure-key',
  AZURE_SPEECH_REGION: 'westeurope',
  ELEVENLABS_API_KEY: 'elevenlabs-key',
  GOOGLE_CREDENTIALS_JSON: CREDENTIALS,
  CARTESIA_API_KEY: 'cartesia-key',
  FISH_API_KEY: 'fish-key',
  SONIOX_API_KEY: 'soniox-key',
  ASSEMBLYAI_API_KEY: 'assemblyai-key',
  SPEECHMATICS_API_KEY: 'speechmatics-key',
  RIME_API_KEY: 'rime-key',
  POLLY_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'aws-id',
  AWS_SECRET_ACCESS_KEY: 'aws-secret',
};

/** A part of ALL. */
const only = (...names: readonly string[]): NodeJS.ProcessEnv =>
  Object.fromEntries(names.map((name) => [name, ALL[name]]));

describe('the engines of `npm start`', () => {
  it.each<[env: NodeJS.ProcessEnv, stt: string, tts: string]>([
    [{}, 'local', 'local'],
    [{ DEEPGRAM_API_KEY: '', STT: '', TTS: '', ENGINES: '' }, 'local', 'local'],
    [only('DEEPGRAM_API_KEY'), 'deepgram', 'deepgram'],
    [only('ELEVENLABS_API_KEY'), 'elevenlabs', 'elevenlabs'],
    [only('DEEPGRAM_API_KEY', 'ELEVENLABS_API_KEY'), 'deepgram', 'elevenlabs'],
    [only('CARTESIA_API_KEY', 'OPENAI_API_KEY'), 'openai', 'cartesia'],
    [only('FISH_API_KEY'), 'local', 'fish'],
    [only('RIME_API_KEY'), 'local', 'rime'],
    [only('POLLY_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'), 'local', 'polly'],
    [only('AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'), 'local', 'local'],
    [only('GOOGLE_CREDENTIALS_JSON'), 'local', 'google'],
    [only('AZURE_SPEECH_KEY'), 'local', 'local'],
    [only('AZURE_SPEECH_KEY', 'AZURE_SPEECH_REGION'), 'azure', 'azure'],
    [only('AZURE_SPEECH_KEY', 'AZURE_SPEECH_REGION', 'OPENAI_API_KEY'), 'azure', 'azure'],
    [only('SONIOX_API_KEY', 'OPENAI_API_KEY'), 'soniox', 'openai'],
    [only('ASSEMBLYAI_API_KEY'), 'assemblyai', 'local'],
    [only('OPENAI_API_KEY'), 'openai', 'openai'],
    [{ ...only('OPENAI_API_KEY'), OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1' }, 'local', 'local'],
    [{ ...only('OPENAI_API_KEY'), OPENAI_BASE_URL: 'http://127.0.0.1:1/v1', STT: 'openai' }, 'openai', 'local'],
    [{ ...ALL, STT_BASE_URL: 'http://127.0.0.1:8000', TTS_BASE_URL: 'http://127.0.0.1:8880' }, 'openai', 'openai'],
    [ALL, 'deepgram', 'elevenlabs'],
    [{ ...ALL, STT: 'azure', TTS: 'local' }, 'azure', 'local'],
    [{ ...ALL, ENGINES: 'local' }, 'local', 'local'],
    [{ ...ALL, ENGINES: 'local', STT: 'azure', TTS_MODEL: 'm' }, 'local', 'local'],
  ])('of %j are %s and %s', (env, stt, tts) => {
    const engines = selectEngines(env);
    expect([engines.stt.provider, engines.tts.provider]).toEqual([stt, tts]);
  });

  it('get their keys', () =>
    expect(selectEngines(ALL)).toEqual({
      stt: { provider: 'deepgram', api_key: 'deepgram-key' },
      tts: { provider: 'elevenlabs', api_key: 'elevenlabs-key' },
    }));

  it('are those of the concierge', async () => {
    const engines = selectEngines(ALL);
    const config = await createConcierge(engines).configure_session({
      custom_data: {},
      signal: new AbortController().signal,
    });
    expect(config).toMatchObject(engines);
  });

  it('are not named by another value of ENGINES', () =>
    expect(() => selectEngines({ ENGINES: 'vendors' })).toThrow('ENGINES: expected local or nothing, got "vendors"'));
});

describe('the vendors', () => {
  it.each(Object.keys(STT_VENDORS).filter((name) => name !== 'server'))('STT=%s is configured', (STT) =>
    expect(selectEngines({ ...ALL, STT }).stt.provider).toBe(STT),
  );

  it.each(Object.keys(TTS_VENDORS).filter((name) => name !== 'server'))('TTS=%s is configured', (TTS) =>
    expect(selectEngines({ ...ALL, TTS }).tts.provider).toBe(TTS),
  );

  it('may be servers of your own, with models of their own', () =>
    expect(selectEngines({ STT_BASE_URL: 'http://127.0.0.1:8000', TTS_BASE_URL: 'http://127.0.0.1:8880' })).toEqual({
      stt: {
        provider: 'openai',
        api_key: 'none',
        base_url: 'http://127.0.0.1:8000',
        endpoint: 'transcriptions',
        final_timeout: 10,
        model: 'Systran/faster-distil-whisper-small.en',
      },
      tts: {
        provider: 'openai',
        api_key: 'none',
        base_url: 'http://127.0.0.1:8880',
        model: 'kokoro',
        voice: 'af_heart',
      },
    }));

  it('report which variables are missing, and what for', () =>
    expect(() => selectEngines({ STT: 'azure', TTS: 'azure', AZURE_SPEECH_KEY: '' })).toThrow(
      [
        'these variables are not set:',
        '  AZURE_SPEECH_KEY         for STT=azure',
        '  AZURE_SPEECH_REGION      for STT=azure',
        '  AZURE_SPEECH_KEY         for TTS=azure',
        '  AZURE_SPEECH_REGION      for TTS=azure',
      ].join('\n'),
    ));

  it('report which names there are', () =>
    expect(() => selectEngines({ ...ALL, TTS: 'toString' })).toThrow(
      `TTS: expected one of ${Object.keys(TTS_VENDORS).join(', ')}, got "toString"`,
    ));

  it.each<[env: NodeJS.ProcessEnv, config: object]>([
    [{ STT: 'deepgram', STT_MODEL: 'nova-2', DEEPGRAM_BASE_URL: 'http://127.0.0.1:1' }, { model: 'nova-2' }],
    [{ STT: 'openai', STT_MODEL: 'whisper-1', OPENAI_BASE_URL: 'http://127.0.0.1:1' }, { model: 'whisper-1' }],
    [{ STT: 'azure', AZURE_SPEECH_BASE_URL: 'http://127.0.0.1:1' }, {}],
    [
      { STT: 'assemblyai', STT_MODEL: 'universal-3-6-pro', ASSEMBLYAI_BASE_URL: 'http://127.0.0.1:1' },
      { model: 'universal-3-6-pro' },
    ],
    [{ STT: 'soniox', STT_MODEL: 'stt-rt-v6', SONIOX_BASE_URL: 'http://127.0.0.1:1' }, { model: 'stt-rt-v6' }],
  ])('recognise with the model, at the address, of %j', (env, config) =>
    expect(selectEngines({ ...ALL, ...env }).stt).toMatchObject({ ...config, base_url: 'http://127.0.0.1:1' }),
  );

  it.each<[TTS: string, baseUrl: string, TTS_MODEL: string, TTS_VOICE: string, config: object]>([
    ['deepgram', 'DEEPGRAM_BASE_URL', 'm', '', { model: 'm' }],
    ['openai', 'OPENAI_BASE_URL', 'm', 'v', { model: 'm', voice: 'v' }],
    ['azure', 'AZURE_SPEECH_BASE_URL', '', 'v', { voice: 'v' }],
    ['elevenlabs', 'ELEVENLABS_BASE_URL', 'm', 'v', { model: 'm', voice: { id: 'v' } }],
    ['google', 'GOOGLE_BASE_URL', '', 'v', { voice_name: 'v' }],
    ['cartesia', 'CARTESIA_BASE_URL', 'm', 'v', { model: 'm', voice: 'v' }],
    ['fish', 'FISH_BASE_URL', '', 'v', { model_id: 'v' }],
    ['rime', 'RIME_BASE_URL', 'm', 'v', { model: 'm', voice: 'v' }],
    ['polly', 'POLLY_BASE_URL', '', 'v', { region: 'us-east-1', voice: 'v' }],
  ])('speak with the model and the voice, at the address, for TTS=%s', (TTS, baseUrl, TTS_MODEL, TTS_VOICE, config) =>
    expect(selectEngines({ ...ALL, TTS, TTS_MODEL, TTS_VOICE, [baseUrl]: 'http://127.0.0.1:1' }).tts).toMatchObject({
      ...config,
      base_url: 'http://127.0.0.1:1',
    }),
  );

  it.each([
    [{ STT: 'azure', STT_MODEL: 'm' }, 'STT_MODEL: expected nothing, as azure has no setting for a model, got "m"'],
    [{ TTS: 'local', TTS_VOICE: 'v' }, 'TTS_VOICE: expected nothing, as local has no setting for a voice, got "v"'],
    [{ TTS: 'fish', TTS_MODEL: 'm' }, 'TTS_MODEL: expected nothing, as fish has no setting for a model, got "m"'],
    [
      { TTS: 'deepgram', TTS_VOICE: 'v' },
      'TTS_VOICE: expected nothing, as deepgram has no setting for a voice, got "v"',
    ],
  ])('report what a vendor has no use for: %j', (env, message) =>
    expect(() => selectEngines({ ...ALL, ...env })).toThrow(message),
  );

  it.each<[credentials: object, missing: string]>([
    [{ client_email: 'a@b' }, 'private_key'],
    [{ client_email: 'a@b', private_key: '' }, 'private_key'],
    [{ type: 'authorized_user', refresh_token: 'SECRET' }, 'client_email and private_key'],
  ])('refuse credentials of Google without a private key: %j', (credentials, missing) => {
    const env = { ...ALL, TTS: 'google', GOOGLE_CREDENTIALS_JSON: JSON.stringify(credentials) };
    expect(() => selectEngines(env)).toThrow(
      new Error(
        `GOOGLE_CREDENTIALS_JSON: expected a service account's key file with client_email and private_key, got one without ${missing}`,
      ),
    );
  });

  it('do not show credentials that cannot be read', () => {
    const env = { ...ALL, TTS: 'google', GOOGLE_CREDENTIALS_JSON: '{"private_key": "SECRET' };
    expect(() => selectEngines(env)).toThrow(
      "GOOGLE_CREDENTIALS_JSON: expected the JSON of a service account's key file",
    );
  });
});
