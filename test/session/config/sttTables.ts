import {
  API_KEY,
  BASE_URL,
  COUNTS_BEYOND,
  FINAL_TIMEOUTS_BEYOND,
  NO_BOOLEAN,
  OPTIONAL,
  RATES_BEYOND,
  REGION,
  inStt,
} from './table.ts';
import type { Tables } from './table.ts';

export const STT_TABLES: Tables = {
  '2.5 STT.ProviderA': {
    at: 'stt',
    config: inStt('openai'),
    rows: [
      API_KEY,
      ['language', 'en', ['', 'de'], [1, null]],
      ['model', 'gpt-live-transcribe', ['whisper-1'], ['', 1, null]],
      ['final_timeout', OPTIONAL, [0.1, 60], FINAL_TIMEOUTS_BEYOND],
      BASE_URL,
    ],
  },
  '2.5 STT.ProviderB': {
    at: 'stt',
    config: inStt('azure'),
    rows: [
      API_KEY,
      REGION,
      ['sample_rate', 16_000, [8000, 16_000, 48_000], RATES_BEYOND],
      ['num_channels', 1, [1, 2], [0, 3, 1.5, '1', null]],
      [
        'languages',
        ['en-US'],
        [['de-DE'], ['en-US', 'fr-FR']],
        [[], [''], [1], 'en-US', null, ['en-US', 'en-GB'], ['en', 'EN-gb'], 'a b c d e f g h i j k'.split(' ')],
      ],
      ['final_timeout', 2.5, [0.1, 60], FINAL_TIMEOUTS_BEYOND],
      BASE_URL,
    ],
  },
  '2.5 STT.ProviderC': {
    at: 'stt',
    config: inStt('deepgram'),
    rows: [
      API_KEY,
      ['model', 'nova-3', ['nova-2'], ['', 1, null]],
      ['language', 'en-US', ['multi'], ['', 1, null]],
      ['interim_results', true, [true, false], NO_BOOLEAN],
      ['punctuate', true, [true, false], NO_BOOLEAN],
      ['smart_format', true, [true, false], NO_BOOLEAN],
      ['sample_rate', 16_000, [8000, 16_000, 48_000], RATES_BEYOND],
      ['no_delay', true, [true, false], NO_BOOLEAN],
      ['endpointing_ms', 25, [0, 10], COUNTS_BEYOND],
      ['filler_words', true, [true, false], NO_BOOLEAN],
      [
        'keywords',
        [],
        [
          [],
          [['Antiphon', 1.5]],
          [
            ['a', -1],
            ['b', 0],
          ],
        ],
        [['Antiphon'], [['Antiphon']], [['', 1]], [['a', '1']], [['a', 1, 1]], [['a', Number.NaN]], null],
      ],
      ['profanity_filter', false, [true, false], NO_BOOLEAN],
      ['final_timeout', 1, [0.1, 60], FINAL_TIMEOUTS_BEYOND],
      BASE_URL,
    ],
  },
};
