import { describe, expect, it } from 'vitest';
import { STT, TTS, VAD } from '../../../providers/names.ts';
import { STT_PROVIDERS } from '../../../providers/registry.ts';
import { faultsOf, refusalOf } from './faults.ts';
import { inStt, inTts, shortest } from './table.ts';

const RECOGNISERS = [...Object.keys(STT_PROVIDERS), 'fallback'].map((provider) => `"${provider}"`).join(', ');

describe('a config with faults', () => {
  const broken = {
    initial_messages: [
      { content: 1, role: 'usr' },
      { content: 'done', role: 'user', tool_call_id: 'c1' },
    ],
    vad: VAD.Silero({ activation_threshold: 1.5 }),
    stt: STT.Azure({ api_key: '', region: 'West Europe' }),
    tts: { ...TTS.OpenAI({ api_key: 'k', speed: 5 }), volume: 11 },
    session_data: { on: () => {} },
    max_nested_function_calls: 1.5,
    salutation: 'Hello',
  };

  it('gets all of them at once, each with its path, what was expected and what came', () => {
    expect(faultsOf(broken)).toEqual([
      { path: 'initial_messages[0].content', expected: 'a string', got: '1' },
      {
        path: 'initial_messages[0].role',
        expected: 'one of "system", "user", "assistant", "tool"',
        got: '"usr"',
      },
      {
        path: 'initial_messages[1].tool_call_id',
        expected: 'null, because `role` is not "tool"',
        got: 'a string of 2 characters',
      },
      { path: 'vad.activation_threshold', expected: 'at most 1', got: '1.5' },
      {
        path: 'stt.api_key',
        expected: 'a non-empty string without white space',
        got: 'a string of 0 characters',
      },
      {
        path: 'stt.region',
        expected: 'a region such as "westeurope": lower-case letters and digits',
        got: 'a string of 11 characters',
      },
      { path: 'tts.speed', expected: 'at most 4', got: '5' },
      { path: 'tts.volume', expected: 'no such field', got: 'a number' },
      { path: 'session_data.on', expected: 'no function', got: 'a function' },
      { path: 'max_nested_function_calls', expected: 'a whole number', got: '1.5' },
      { path: 'salutation', expected: 'no such field', got: 'a string of 5 characters' },
    ]);
  });

  it('gets one fault per path: the most basic', () => {
    const initial_messages = [{ content: '', role: 'user', tool_call_id: 5 }];
    expect(faultsOf({ ...shortest, initial_messages })).toEqual([
      { path: 'initial_messages[0].tool_call_id', expected: 'a string', got: '5' },
    ]);
  });

  it('is refused with a message that lists them', () => {
    expect(refusalOf({ ...shortest, allow_interruptions: 1, first_message: 2 })?.message).toBe(
      [
        'The session config has 2 faults:',
        '  first_message: expected a string, got 2',
        '  allow_interruptions: expected true or false, got 1',
      ].join('\n'),
    );
    expect(refusalOf({ ...shortest, first_message: 2 })?.message).toBe(
      'The session config has a fault:\n  first_message: expected a string, got 2',
    );
  });

  it.each([undefined, null, 'config', []])('may be no config at all: %o', (config) => {
    expect(faultsOf(config).map(({ path, expected }) => [path, expected])).toEqual([['config', 'an object']]);
  });
});

describe('what is expected', () => {
  it.each([
    ['a provider', inStt('fish')({}), `one of ${RECOGNISERS}`],
    ['a vector', inTts('cartesia')({ api_key: 'k', voice: [1] }), 'exactly 192 elements'],
    ['a vector or id', inTts('cartesia')({ api_key: 'k', voice: 1 }), 'a string or an array'],
    [
      'a label, number or null',
      inTts('cartesia')({ api_key: 'k', speed: true }),
      'a finite number or one of "fastest", "fast", "normal", "slow", "slowest" or null',
    ],
    ['one literal', inTts('cartesia')({ api_key: 'k', encoding: 'mp3' }), '"pcm_s16le"'],
    ['a number, not NaN', { ...shortest, min_endpointing_delay: Number.NaN }, 'a finite number'],
    ['an address', inStt('openai')({ api_key: 'k', base_url: 'localhost' }), 'an http, https, ws or wss URL'],
  ])('is given for %s', (_, config, expected) => {
    expect(faultsOf(config).map((fault) => fault.expected)).toEqual([expected]);
  });
});

describe('a name that is close to another', () => {
  it.each([
    ['a field of the config', { ...shortest, interupt_time_threshold: 1 }, '"interrupt_time_threshold"'],
    ['camel case', { ...shortest, minEndpointingDelay: 1 }, '"min_endpointing_delay"'],
    ['a setting of a provider', inTts('openai')({ api_key: 'k', voise: 'alloy' }), '"voice"'],
    [
      'a field of a message',
      { ...shortest, initial_messages: [{ role: 'tool', content: '', tool_call: 'c1' }] },
      '"tool_calls"',
    ],
  ])('is suggested: %s', (_, config, name) => {
    expect(faultsOf(config).map(({ expected }) => expected)).toEqual([`no such field; did you mean ${name}?`]);
  });

  it('is suggested for each of several', () => {
    expect(faultsOf({ ...shortest, sst: 1, ttts: 1, other: 1 }).map(({ expected }) => expected)).toEqual([
      'no such field; did you mean "stt"?',
      'no such field; did you mean "tts"?',
      'no such field',
    ]);
  });
});

describe('a time of turn-taking that was written in milliseconds', () => {
  it.each([
    ['interrupt_time_threshold', { ...shortest, interrupt_time_threshold: 500 }],
    ['min_endpointing_delay', { ...shortest, min_endpointing_delay: 500 }],
    ['vad.min_silence_duration', { ...shortest, vad: { provider: 'silero', min_silence_duration: 500 } }],
    ['vad.min_speech_duration', { ...shortest, vad: { provider: 'silero', min_speech_duration: 500 } }],
  ])('is refused with what it looks like: %s', (path, config) => {
    const expected = 'at most 60, in seconds (500 looks like milliseconds, 0.5 s)';
    expect(faultsOf(config)).toEqual([{ path, expected, got: '500' }]);
  });

  it('is no matter of buffers', () => {
    const vad = { provider: 'silero', max_buffered_speech: 600, prefix_padding_duration: 61 };
    expect(faultsOf({ ...shortest, vad })).toEqual([]);
  });
});
