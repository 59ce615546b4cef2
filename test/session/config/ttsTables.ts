import { API_KEY, BASE_URL, KEY, NO_BOOLEAN, RATES_BEYOND, REGION, REQUIRED, inTts, vector } from './table.ts';
import type { Tables } from './table.ts';

export const TTS_TABLES: Tables = {
  '2.6 TTS.ProviderA': {
    at: 'tts',
    config: inTts('openai'),
    rows: [
      API_KEY,
      ['model', 'gpt-4o-mini-tts', ['tts-1'], ['', 1, null]],
      ['voice', 'alloy', ['marin'], ['', 1, null]],
      ['speed', 1, [0.25, 1.5, 4], [0, 0.249, 4.001, Number.NaN, '1', null]],
      BASE_URL,
    ],
  },
  '2.6 TTS.ProviderD': {
    at: 'tts',
    config: inTts('elevenlabs'),
    rows: [
      API_KEY,
      [
        'voice',
        {
          id: 'EXAVITQu4vr4xnSDxMaL',
          name: 'Bella',
          category: 'premade',
          settings: { stability: 0.71, similarity_boost: 0.5, style: 0, use_speaker_boost: true },
        },
        [{ id: 'v', name: 'V', category: 'professional', settings: null }],
        ['v', null, {}],
      ],
      ['model', 'eleven_flash_v2_5', ['eleven_multilingual_v2'], ['', 1, null]],
      ['encoding', 'mp3_22050_32', ['mp3_44100_192', 'pcm_24000', 'ulaw_8000'], ['', 'opus_48000_32', 'pcm', 1, null]],
      ['enable_ssml_parsing', false, [true, false], NO_BOOLEAN],
      [
        'chunk_length_schedule',
        [80, 120, 200, 260],
        [[50], [500], [50, 120, 500]],
        [[49], [501], [80, 120.5], ['80'], 80, null],
      ],
      BASE_URL,
    ],
  },
  '2.6 Voice': {
    at: 'tts.voice',
    config: (voice) => inTts('elevenlabs')({ ...KEY, voice }),
    rows: [
      ['id', REQUIRED, ['v'], ['', 1, null]],
      ['name', REQUIRED, ['V', ''], [1, null]],
      ['category', REQUIRED, ['premade', 'professional'], [1, null]],
      ['settings', null, [null, { stability: 1, similarity_boost: 1 }], [{}, 'loud']],
    ],
  },
  '2.6 VoiceSettings': {
    at: 'tts.voice.settings',
    config: (settings) => inTts('elevenlabs')({ ...KEY, voice: { id: 'v', name: 'V', category: 'premade', settings } }),
    rows: [
      ['stability', REQUIRED, [0, 0.5], [Number.NaN, '1', null]],
      ['similarity_boost', REQUIRED, [0, 0.5], [Number.NaN, '1', null]],
      ['style', null, [null, 0, 0.5], [Number.NaN, '0']],
      ['use_speaker_boost', false, [null, true, false], [0, 'true']],
    ],
  },
  '2.6 TTS.ProviderE': {
    at: 'tts',
    config: inTts('google'),
    rows: [
      ['credentials', REQUIRED, [{ type: 'service_account' }], ['{}', null, 1, []]],
      ['language', 'en-US', ['de-DE'], ['', 1, null]],
      ['gender', 'neutral', ['male', 'female', 'neutral', ''], ['MALE', 'other', 1, null]],
      ['voice_name', '', ['', 'en-US-Chirp3-HD-Charon'], [1, null]],
      ['encoding', 'linear16', ['linear16', 'wav', 'mp3'], ['', 'LINEAR16', 'ogg', 1, null]],
      ['sample_rate', 24_000, [8000, 24_000, 48_000], RATES_BEYOND],
      ['pitch', 0, [-20, 0, 2.5, 20], [-21, 20.5, Number.NaN, '0', null]],
      ['effects_profile_id', '', ['', 'headphone-class-device,telephony-class-application'], [[], 1, null]],
      ['speaking_rate', 1, [0.25, 1.5, 2], [0, 0.249, 2.001, 4, Number.NaN, '1', null]],
      BASE_URL,
    ],
  },
  '2.6 TTS.ProviderB': {
    at: 'tts',
    config: inTts('azure'),
    rows: [
      API_KEY,
      REGION,
      [
        'sample_rate',
        24_000,
        [8000, 16_000, 22_050, 24_000, 44_100, 48_000],
        [0, 7999, 11_025, 22_051, 32_000, 48_001, '24000', null],
      ],
      ['voice', null, [null, 'en-US-AvaMultilingualNeural'], ['', 1]],
      ['language', null, [null, 'de-DE'], ['', 1]],
      ['prosody', null, [null, { rate: null, volume: null, pitch: null }], ['fast', 1, []]],
      ['endpoint_id', null, [null, 'mine'], ['', 1]],
      BASE_URL,
    ],
  },
  '2.6 ProsodyConfig': {
    at: 'tts.prosody',
    config: (prosody) => inTts('azure')({ ...KEY, region: 'eastus', prosody }),
    rows: [
      [
        'rate',
        null,
        [null, 0.5, 1, 2, 'x-slow', 'slow', 'medium', 'fast', 'x-fast'],
        [0, 0.499, 2.001, Number.NaN, 'silent', '1', true],
      ],
      [
        'volume',
        null,
        [null, 0, 50, 100, 'silent', 'x-soft', 'soft', 'medium', 'loud', 'x-loud'],
        [-0.001, 100.001, Number.NaN, 'x-slow', '1', true],
      ],
      ['pitch', null, [null, 'x-low', 'low', 'medium', 'high', 'x-high'], ['x-slow', 1, 0.5]],
    ],
  },
  '2.6 TTS.ProviderC': {
    at: 'tts',
    config: inTts('deepgram'),
    rows: [
      API_KEY,
      ['model', 'aura-2-thalia-en', ['aura-2-helena-en'], ['', 1, null]],
      ['encoding', 'linear16', ['linear16'], ['', 'mp3', 'opus', 1, null]],
      ['sample_rate', 24_000, [8000, 16_000, 24_000, 32_000, 48_000], [0, 7999, 22_050, 44_100, 48_001, '24000', null]],
      BASE_URL,
    ],
  },
  '2.6 TTS.ProviderF': {
    at: 'tts',
    config: inTts('cartesia'),
    rows: [
      API_KEY,
      ['model', 'sonic-3.5', ['sonic-latest'], ['', 1, null]],
      ['language', 'en', ['fr'], ['', 1, null]],
      ['encoding', 'pcm_s16le', ['pcm_s16le'], ['', 'pcm_f32le', 1, null]],
      [
        'voice',
        'f786b574-daa5-4673-aa0c-cbe3e8534c02',
        ['mine', vector(192)],
        ['', vector(191), vector(193), [...vector(191), Number.NaN], 1, null],
      ],
      [
        'speed',
        null,
        [null, -1, 0, 1, 'fastest', 'fast', 'normal', 'slow', 'slowest'],
        [-1.001, 1.001, Number.NaN, 'x-fast', '1', true],
      ],
      ['emotion', null, [null, [], ['anger:low', 'curiosity:high']], ['anger:low', [''], [1]]],
      ['sample_rate', 24_000, [8000, 16_000, 22_050, 24_000, 44_100, 48_000], [0, 7999, 32_000, 48_001, '24000', null]],
      BASE_URL,
    ],
  },
  '2.6 TTS.ProviderG': {
    at: 'tts',
    config: inTts('fish'),
    rows: [
      API_KEY,
      ['model_id', '933563129e564b19a115bedd57b7406a', ['mine'], ['', 1, null]],
      ['latency', 'balanced', ['normal', 'balanced', 'low'], ['', 'high', 1, null]],
      ['normalize', true, [true, false], NO_BOOLEAN],
      BASE_URL,
    ],
  },
};
