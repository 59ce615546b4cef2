import { describe, expect, it } from 'vitest';
import { STT, TTS } from '../../../providers/names.ts';
import type { SpeechToText, TextToSpeech, VadModel } from '../../../src/core/ports.ts';
import type { SessionSettings } from '../../../src/session/config.ts';
import { parseConfig } from '../../../src/session/config.ts';
import { openPorts, remarksOn, verifyConfig } from '../../../src/session/config/ports.ts';
import { AZURE, KEY, shortest } from './table.ts';

const own = {
  vad: { sampleRate: 16_000 } as VadModel,
  stt: { name: 'mine' } as SpeechToText,
  tts: { name: 'mine' } as TextToSpeech,
};
const settingsOf = (parts: object): SessionSettings => parseConfig({ ...shortest, ...parts });

describe('openPorts', () => {
  it.each([STT.OpenAI(KEY), STT.Azure(AZURE), STT.Deepgram(KEY)])('opens the recogniser of $provider', (stt) => {
    expect(openPorts(settingsOf({ stt }), { tts: own.tts }).stt.name).toBe(stt.provider);
  });

  it.each([
    TTS.OpenAI(KEY),
    TTS.Azure(AZURE),
    TTS.Deepgram(KEY),
    TTS.ElevenLabs(KEY),
    TTS.Google({ credentials: {} }),
    TTS.Cartesia(KEY),
    TTS.Fish(KEY),
  ])('opens the voice of $provider', (tts) => {
    expect(openPorts(settingsOf({ tts }), { stt: own.stt }).tts.name).toBe(tts.provider);
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
  it('asks the provider what only it can know', async () => {
    const settings = settingsOf({ tts: TTS.Google({ credentials: {} }) });
    await expect(verifyConfig(settings, { stt: own.stt })).rejects.toMatchObject({
      code: 'config_invalid',
      details: { issues: expect.arrayContaining([expect.objectContaining({ path: 'tts.credentials.private_key' })]) },
    });
  });

  it('does not ask a provider that the caller replaces', async () => {
    await expect(
      verifyConfig(settingsOf({ tts: TTS.Local({ voice: 'no such voice' }) }), own),
    ).resolves.toBeUndefined();
  });
});

describe('remarksOn', () => {
  const gendered = settingsOf({
    tts: TTS.Google({ credentials: {}, voice_name: 'en-US-Neural2-F', gender: 'female' }),
  });

  it('names a setting that its provider no longer honours', () => {
    const remarks = remarksOn(gendered, { stt: own.stt });
    expect(remarks).toContainEqual(
      expect.objectContaining({
        code: 'setting_unsupported',
        details: { failure: false, provider: 'google', path: 'tts.gender' },
      }),
    );
  });

  it('says nothing of what is honoured, nor of a provider that the caller replaces', () => {
    expect([remarksOn(settingsOf({})), remarksOn(gendered, own)]).toEqual([[], []]);
  });
});
