import { describe, expect, it } from 'vitest';
import { STT, TTS, VAD } from '../../providers/names.ts';

describe('the letters of the spec', () => {
  it.each([
    [STT.ProviderA, STT.OpenAI],
    [STT.ProviderB, STT.Azure],
    [STT.ProviderC, STT.Deepgram],
    [TTS.ProviderA, TTS.OpenAI],
    [TTS.ProviderB, TTS.Azure],
    [TTS.ProviderC, TTS.Deepgram],
    [TTS.ProviderD, TTS.ElevenLabs],
    [TTS.ProviderE, TTS.Google],
    [TTS.ProviderF, TTS.Cartesia],
    [TTS.ProviderG, TTS.Fish],
    [VAD.ProviderV, VAD.Silero],
  ])('are the same values as the names (%#)', (letter, name) => {
    expect(letter).toBe(name);
  });
});

describe('a provider', () => {
  it.each([
    [STT.OpenAI, 'openai'],
    [STT.Azure, 'azure'],
    [STT.Deepgram, 'deepgram'],
    [STT.Local, 'local'],
    [TTS.OpenAI, 'openai'],
    [TTS.Azure, 'azure'],
    [TTS.Deepgram, 'deepgram'],
    [TTS.ElevenLabs, 'elevenlabs'],
    [TTS.Google, 'google'],
    [TTS.Cartesia, 'cartesia'],
    [TTS.Fish, 'fish'],
    [TTS.Local, 'local'],
    [VAD.Silero, 'silero'],
  ])('names itself and takes the settings as they are: %#, %s', (name: (settings: never) => object, provider) => {
    expect(name({ any: 'thing' } as never)).toEqual({ provider, any: 'thing' });
  });

  it('whose settings are all optional needs none', () => {
    expect([VAD.Silero(), TTS.Local()]).toEqual([{ provider: 'silero' }, { provider: 'local' }]);
  });
});
