import { STT, TTS, VAD } from '../../../providers/names.ts';
import {
  AZURE,
  COUNTS_BEYOND,
  KEY,
  NO_BOOLEAN,
  OPTIONAL,
  REQUIRED,
  SECONDS_BEYOND,
  TURN_TIMES_BEYOND,
  inVad,
  shortest,
  type Tables,
} from './table.ts';

export const SESSION_TABLES: Tables = {
  '2.2 SessionConfig': {
    at: '',
    config: (settings) => ({ ...shortest, ...settings }),
    rows: [
      ['initial_messages', REQUIRED, [[]], [{}, 'hello', null]],
      [
        'vad',
        REQUIRED,
        [VAD.Silero(), VAD.ProviderV({ sample_rate: 8000 })],
        [{}, null, 'silero', { provider: 'other' }],
      ],
      [
        'stt',
        REQUIRED,
        [STT.OpenAI(KEY), STT.Azure(AZURE), STT.Deepgram(KEY)],
        [{}, null, 'deepgram', { provider: 'elevenlabs', api_key: 'k' }],
      ],
      [
        'tts',
        REQUIRED,
        [
          TTS.OpenAI(KEY),
          TTS.Azure(AZURE),
          TTS.Deepgram(KEY),
          TTS.ElevenLabs(KEY),
          TTS.Cartesia(KEY),
          TTS.Fish(KEY),
          TTS.Google({ credentials: {} }),
          TTS.Local(),
        ],
        [{}, null, 'openai', { provider: 'silero' }],
      ],
      ['session_data', REQUIRED, [{}, { a: [1, null, 'x', true, {}] }, { a: new Date(0) }], [null, 'x', 1, () => {}]],
      ['first_message', OPTIONAL, ['', 'Good evening.'], [null, 1]],
      ['allow_interruptions', true, [true, false], NO_BOOLEAN],
      ['interrupt_time_threshold', 0.5, [0, 0.25, 60], TURN_TIMES_BEYOND],
      ['interrupt_word_threshold', 0, [0, 1, 5], COUNTS_BEYOND],
      ['min_endpointing_delay', 0.5, [0, 0.25, 60], TURN_TIMES_BEYOND],
      ['max_nested_function_calls', 1, [0, 1, 5], COUNTS_BEYOND],
      ['resume_after_false_interruption', true, [true, false], NO_BOOLEAN],
    ],
  },
  '2.3 Message': {
    at: 'initial_messages[0]',
    config: (settings) => ({ ...shortest, initial_messages: [settings] }),
    rows: [
      ['content', REQUIRED, ['', 'hello'], [null, 1, ['hello']]],
      ['role', REQUIRED, ['user', 'system', 'assistant'], ['', 'developer', 'User', null, 1]],
      ['name', null, [null, 'Ada'], [1]],
      ['tool_call_id', null, [null], [1]],
    ],
  },
  '2.4 VAD.ProviderV': {
    at: 'vad',
    config: inVad,
    rows: [
      ['min_speech_duration', 0.05, [0, 0.1, 60], TURN_TIMES_BEYOND],
      ['min_silence_duration', 0.55, [0, 1, 60], TURN_TIMES_BEYOND],
      ['prefix_padding_duration', 0.5, [0, 1, 2_147_483], SECONDS_BEYOND],
      ['max_buffered_speech', 60, [0, 30, 2_147_483], SECONDS_BEYOND],
      ['activation_threshold', 0.5, [0, 0.7, 1], [-0.001, 1.001, Number.NaN, '0.5', null]],
      ['sample_rate', 16_000, [8000, 16_000], [0, 7999, 8001, 15_999, 16_001, 24_000, '16000', null]],
      ['model_path', OPTIONAL, ['./silero.onnx'], ['', 1, null]],
      ['engine', 'auto', ['wasm', 'onnx'], ['cuda', '', 1, null]],
    ],
  },
};
