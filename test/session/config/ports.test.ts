import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { STT, TTS } from '../../../providers/names.ts';
import type { SpeechToText, TextToSpeech, VadModel } from '../../../src/core/ports.ts';
import { parseConfig, type SessionSettings } from '../../../src/session/config/config.ts';
import { findProviderWarnings } from '../../../src/session/config/findProviderWarnings.ts';
import { openPorts, verifyConfig } from '../../../src/session/config/ports.ts';
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
    TTS.Rime(KEY),
    TTS.Polly({ region: 'us-east-1' }),
  ])('opens the TTS of $provider', (tts) => {
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

  it('opens the embedded TTS', () => {
    expect(openPorts(settingsOf({ tts: TTS.Local() }), { stt: own.stt }).tts.name).toBe('local');
  });
});

describe('verifyConfig', () => {
  it('calls `verify` of the provider', async () => {
    const settings = settingsOf({ tts: TTS.Google({ credentials: {} }) });
    await expect(verifyConfig(settings, { stt: own.stt })).rejects.toMatchObject({
      code: 'config_invalid',
      details: { issues: expect.arrayContaining([expect.objectContaining({ path: 'tts.credentials.private_key' })]) },
    });
  });

  it('does not call a provider that the caller replaces', async () => {
    await expect(
      verifyConfig(settingsOf({ tts: TTS.Local({ voice: 'no such voice' }) }), own),
    ).resolves.toBeUndefined();
  });
});

describe('findProviderWarnings', () => {
  const gendered = settingsOf({
    tts: TTS.Google({ credentials: {}, voice_name: 'en-US-Neural2-F', gender: 'female' }),
  });

  it('names a setting that its provider no longer honours', () => {
    const remarks = findProviderWarnings(gendered, { stt: own.stt });
    expect(remarks).toContainEqual(
      expect.objectContaining({
        code: 'setting_unsupported',
        details: { failure: false, provider: 'google', path: 'tts.gender' },
      }),
    );
  });

  it('has no warning for honoured settings, nor for a provider that the caller replaces', () => {
    expect([findProviderWarnings(settingsOf({})), findProviderWarnings(gendered, own)]).toEqual([[], []]);
  });
});

describe('a model that ends', () => {
  const DAY = 24 * 60 * 60 * 1000;
  const END = Date.parse('2027-01-06');
  const speech = settingsOf({ tts: TTS.OpenAI(KEY) });
  const reported = (settings: SessionSettings, today: number): readonly string[] =>
    findProviderWarnings(settings, {}, today)
      .filter(({ code }) => code === 'model_ends')
      .map(({ message }) => message);

  it.each([
    ['more than 90 days before', END - 90 * DAY - 1, []],
    ['90 days before', END - 90 * DAY, ['discontinues']],
    ['the day before', END - 1, ['discontinues']],
    ['on the day', END, ['discontinued']],
    ['years later', END + 1000 * DAY, ['discontinued']],
  ])('is reported from 90 days before on: %s', (_, today, expected) => {
    expect(reported(speech, today).map((message) => /openai (discontinues|discontinued) /u.exec(message)?.[1])).toEqual(
      expected,
    );
  });

  it('is a diagnostic with the date and the replacement', () => {
    const [remark] = findProviderWarnings(
      settingsOf({ stt: STT.OpenAI({ ...KEY, model: 'whisper-1' }) }),
      { tts: own.tts },
      END,
    );
    expect(remark).toMatchObject({
      code: 'model_ends',
      message: 'stt.model: openai discontinues whisper-1 on 2027-02-26: use gpt-live-transcribe',
      details: { failure: false, provider: 'openai', path: 'stt.model' },
    });
  });

  it.each([
    ['another server', settingsOf({ tts: TTS.OpenAI({ ...KEY, base_url: 'http://127.0.0.1:8080/v1' }) }), 0],
    ["a region of the vendor's", settingsOf({ tts: TTS.OpenAI({ ...KEY, base_url: 'https://eu.api.openai.com' }) }), 1],
    ['a model of which no end is known', settingsOf({ stt: STT.OpenAI(KEY) }), 0],
  ])('is known by its vendor: %s', (_, settings, expected) => {
    expect(reported(settings, END)).toHaveLength(expected);
  });

  it('is not reported of a provider that the caller replaces', () => {
    expect(findProviderWarnings(speech, own, END)).toEqual([]);
  });

  it('is reported by the date of today', () => {
    vi.useFakeTimers({ now: END - 91 * DAY });
    onTestFinished(() => void vi.useRealTimers());
    expect(findProviderWarnings(speech, { stt: own.stt })).toEqual([]);
    vi.setSystemTime(END);
    expect(findProviderWarnings(speech, { stt: own.stt })).toHaveLength(1);
  });
});
