import { describe, expect, it } from 'vitest';
import { SpeechModel, TTS, TurnDetection, VAD } from '../../../providers/names.ts';
import type { AntiphonError } from '../../../src/core/errors.ts';
import { parseConfig, type SessionConfig } from '../../../src/session/config/config.ts';

const KEY = { api_key: 'k' };

const config = (fields: Partial<SessionConfig<object>>): SessionConfig<object> => ({
  initial_messages: [],
  vad: VAD.Silero(),
  session_data: {},
  ...fields,
});

/** The faults of a config, as `path: expected X, got Y`. */
function faultsOf(given: object): readonly string[] {
  try {
    parseConfig(given);
    return [];
  } catch (error) {
    const { issues = [] } = (error as AntiphonError).details;
    return issues.map(({ path, expected, got }) => `${path}: expected ${expected}, got ${got}`);
  }
}

describe('a config with a speech model', () => {
  const model = SpeechModel.OpenAI(KEY);
  const faults = (fields: Partial<SessionConfig<object>>): readonly string[] => faultsOf(config({ model, ...fields }));

  it('needs neither a recogniser nor a voice', () => {
    expect(faults({})).toEqual([]);
    expect(faultsOf(config({})).map((fault) => fault.split(':')[0])).toEqual(['stt', 'tts']);
  });

  it.each<[string, Partial<SessionConfig<object>>, string]>([
    [
      'interrupt_word_threshold',
      { interrupt_word_threshold: 2 },
      '0, or `stt` beside the model, because it needs words, got 2',
    ],
    [
      'interrupt_phrases',
      { interrupt_phrases: ['stop'] },
      '[], or `stt` beside the model, because it needs words, got an array of 1',
    ],
    ['ignore_echo', { ignore_echo: true }, 'false, or `stt` beside the model, because it needs words, got true'],
    [
      'turn_detection.provider',
      { turn_detection: TurnDetection.Text() },
      '"smart-turn", or `stt` beside the model, because it needs words, got "text"',
    ],
    [
      'preemptive_generation',
      { preemptive_generation: true },
      'false, because the model hears a turn when it is committed, got true',
    ],
    [
      'normalize_for_speech',
      { normalize_for_speech: true },
      'false, because the model speaks before its text can be changed, got true',
    ],
    [
      'pronunciation_dictionary',
      { pronunciation_dictionary: { SQL: 'sequel' } },
      'no entries, because the model speaks before its text can be changed, got 1',
    ],
    [
      'filler',
      { filler: 'One moment.' },
      '"", or `tts` beside the model, which prepares its answer meanwhile, got a string',
    ],
  ])('refuses %s', (path, fields, message) => {
    expect(faults(fields)).toEqual([`${path}: expected ${message}`]);
  });

  it('needs a voice for a model that writes, which takes all settings of the text', () => {
    const writes = SpeechModel.OpenAI({ ...KEY, output: 'text' });
    expect(faultsOf(config({ model: writes }))).toEqual([
      'tts: expected a voice, because the model has `output: "text"`, got undefined',
    ]);
    const tts = TTS.Deepgram(KEY);
    const text = { normalize_for_speech: true, pronunciation_dictionary: { SQL: 'sequel' }, filler: 'One moment.' };
    expect(faultsOf(config({ model: writes, tts, ...text }))).toEqual([]);
  });
});
