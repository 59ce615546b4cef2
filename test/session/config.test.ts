import { describe, expect, it } from 'vitest';
import { STT, TTS, VAD } from '../../providers/names.ts';
import { parseConfig } from '../../src/session/config/config.ts';
import { shortest } from './config/table.ts';

describe('parseConfig', () => {
  it('gives the session its defaults, in ms', () => {
    expect(parseConfig(shortest)).toMatchObject({
      initialMessages: [],
      vad: {
        minSpeechMs: 50,
        minSilenceMs: 550,
        prefixPaddingMs: 500,
        maxBufferedSpeechMs: 60_000,
        activationThreshold: 0.5,
      },
      sessionData: {},
      firstMessage: undefined,
      allowInterruptions: true,
      interruptTimeThresholdMs: 500,
      interruptWordThreshold: 0,
      minEndpointingDelayMs: 500,
      maxNestedFunctionCalls: 1,
      resumeAfterFalseInterruption: true,
    });
  });

  it('gives the session what was configured, seconds as ms', () => {
    const config = {
      ...shortest,
      vad: VAD.Silero({
        min_speech_duration: 0.1,
        min_silence_duration: 0.2,
        prefix_padding_duration: 0.3,
        max_buffered_speech: 4,
        activation_threshold: 0.6,
        sample_rate: 8000,
      }),
      first_message: 'Good evening.',
      allow_interruptions: false,
      interrupt_time_threshold: 0.7,
      interrupt_word_threshold: 2,
      min_endpointing_delay: 0.8,
      max_nested_function_calls: 3,
      resume_after_false_interruption: false,
    };
    expect(parseConfig(config)).toMatchObject({
      vad: {
        minSpeechMs: 100,
        minSilenceMs: 200,
        prefixPaddingMs: 300,
        maxBufferedSpeechMs: 4000,
        activationThreshold: 0.6,
      },
      providers: { vad: { provider: 'silero', sample_rate: 8000 } },
      firstMessage: 'Good evening.',
      allowInterruptions: false,
      interruptTimeThresholdMs: 700,
      interruptWordThreshold: 2,
      minEndpointingDelayMs: 800,
      maxNestedFunctionCalls: 3,
      resumeAfterFalseInterruption: false,
    });
  });

  it('gives the providers their settings with their defaults, under the names of the spec', () => {
    const { stt, tts } = parseConfig({
      ...shortest,
      stt: STT.OpenAI({ api_key: 'k' }),
      tts: TTS.OpenAI({ api_key: 'k', speed: 2 }),
    }).providers;
    expect(stt).toEqual({ provider: 'openai', api_key: 'k', language: 'en', model: 'gpt-live-transcribe' });
    expect(tts).toEqual({ provider: 'openai', api_key: 'k', model: 'gpt-4o-mini-tts', voice: 'alloy', speed: 2 });
  });

  it.each([
    [0, 0],
    [0.57, 570],
    [1.001, 1001],
    [1.005, 1005],
    [0.0005, 0.5],
  ])('turns %s s into exactly %s ms', (seconds, ms) => {
    expect(parseConfig({ ...shortest, min_endpointing_delay: seconds }).minEndpointingDelayMs).toBe(ms);
  });

  it('takes an empty first message as none', () => {
    expect(parseConfig({ ...shortest, first_message: '' }).firstMessage).toBeUndefined();
  });

  it('takes a field that is there but undefined as absent', () => {
    expect(parseConfig({ ...shortest, allow_interruptions: undefined }).allowInterruptions).toBe(true);
  });

  it('leaves the config as it was', () => {
    const config = structuredClone({ ...shortest, initial_messages: [{ role: 'user', content: 'hello' }] });
    parseConfig(config);
    expect(config).toEqual({ ...shortest, initial_messages: [{ role: 'user', content: 'hello' }] });
  });
});
