import { describe, expect, it } from 'vitest';
import { STT, TTS } from '../../../providers/names.ts';
import type { SpeechToText, TextToSpeech, VadModel } from '../../../src/core/ports.ts';
import type { SessionSettings } from '../../../src/session/config.ts';
import { parseConfig } from '../../../src/session/config.ts';
import { openPorts, verifyConfig } from '../../../src/session/config/ports.ts';
import { AZURE, KEY, shortest } from './table.ts';

const own = {
  vad: { sampleRate: 16_000 } as VadModel,
  stt: { name: 'mine' } as SpeechToText,
  tts: { name: 'mine' } as TextToSpeech,
};
const settingsOf = (parts: object): SessionSettings => parseConfig({ ...shortest, ...parts });

describe('openPorts', () => {
  it.each([STT.OpenAI(KEY), STT.Azure(AZURE), STT.Deepgram(KEY)])(
    'refuses an STT without an adapter: $provider',
    (stt) => {
      expect(() => openPorts(settingsOf({ stt }), { tts: own.tts })).toThrow(
        expect.objectContaining({ code: 'provider_unavailable', details: { path: 'stt', provider: stt.provider } }),
      );
    },
  );

  it.each([
    TTS.OpenAI(KEY),
    TTS.Azure(AZURE),
    TTS.Deepgram(KEY),
    TTS.ElevenLabs(KEY),
    TTS.Google({ credentials: {} }),
    TTS.Cartesia(KEY),
    TTS.Fish(KEY),
  ])('refuses a TTS without an adapter: $provider', (tts) => {
    expect(() => openPorts(settingsOf({ tts }), { stt: own.stt })).toThrow(
      expect.objectContaining({ code: 'provider_unavailable', details: { path: 'tts', provider: tts.provider } }),
    );
  });

  it('says what to do about it', () => {
    expect(() => openPorts(settingsOf({}))).toThrow(
      'stt: there is no adapter for "deepgram" yet; configure another provider, or bring a port of your own',
    );
  });

  it('takes the ports that the caller brings, whatever is configured', () => {
    expect(openPorts(settingsOf({}), own)).toEqual(own);
  });

  it.each([
    [8000, 256],
    [16_000, 512],
  ])('opens Silero at %i Hz', (sample_rate, windowSamples) => {
    const { vad } = openPorts(settingsOf({ vad: { provider: 'silero', sample_rate } }), { stt: own.stt, tts: own.tts });
    expect(vad).toMatchObject({ sampleRate: sample_rate, windowSamples });
  });

  it('opens the embedded voice', () => {
    expect(openPorts(settingsOf({ tts: TTS.Local() }), { stt: own.stt }).tts.name).toBe('local');
  });
});

describe('verifyConfig', () => {
  it('rejects a provider without an adapter', async () => {
    await expect(verifyConfig(settingsOf({}), { tts: own.tts })).rejects.toMatchObject({
      code: 'provider_unavailable',
      details: { path: 'stt', provider: 'deepgram' },
    });
  });

  it('does not ask a provider that the caller replaces', async () => {
    await expect(
      verifyConfig(settingsOf({ tts: TTS.Local({ voice: 'no such voice' }) }), own),
    ).resolves.toBeUndefined();
  });
});
