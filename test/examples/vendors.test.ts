import { describe, expect, it } from 'vitest';
import { vendorAgent } from '../../examples/vendors/agent.ts';
import { RECOGNISERS, VOICES } from '../../examples/vendors/choices.ts';
import { chosenIn } from '../../examples/vendors/chosen.ts';

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
};

describe('the vendors', () => {
  it('are Deepgram and ElevenLabs where nothing is said', () =>
    expect(chosenIn(ALL)).toEqual({
      stt: { provider: 'deepgram', api_key: 'deepgram-key' },
      tts: { provider: 'elevenlabs', api_key: 'elevenlabs-key' },
    }));

  it.each(Object.keys(RECOGNISERS))('STT=%s is configured', (STT) =>
    expect(chosenIn({ ...ALL, STT }).stt.provider).toBe(STT),
  );

  it.each(Object.keys(VOICES))('TTS=%s is configured', (TTS) =>
    expect(chosenIn({ ...ALL, TTS }).tts.provider).toBe(TTS),
  );

  it('answer an agent whose config holds them', async () => {
    const chosen = chosenIn(ALL);
    const config = await vendorAgent(chosen).configure_session({
      custom_data: {},
      signal: new AbortController().signal,
    });
    expect(config).toMatchObject(chosen);
  });

  it('say which variables are missing, and what for', () =>
    expect(() => chosenIn({ STT: 'azure', TTS: 'azure', AZURE_SPEECH_KEY: '' })).toThrow(
      [
        'these variables are not set:',
        '  AZURE_SPEECH_KEY         for STT=azure',
        '  AZURE_SPEECH_REGION      for STT=azure',
        '  AZURE_SPEECH_KEY         for TTS=azure',
        '  AZURE_SPEECH_REGION      for TTS=azure',
        '  OPENAI_API_KEY           for the language model',
      ].join('\n'),
    ));

  it('say which names there are', () =>
    expect(() => chosenIn({ ...ALL, TTS: 'toString' })).toThrow(
      'TTS: expected one of deepgram, openai, azure, elevenlabs, google, cartesia, fish, got "toString"',
    ));

  it('do not show credentials that cannot be read', () => {
    const env = { ...ALL, TTS: 'google', GOOGLE_CREDENTIALS_JSON: '{"private_key": "SECRET' };
    expect(() => chosenIn(env)).toThrow("GOOGLE_CREDENTIALS_JSON: expected the JSON of a service account's key file");
  });
});
