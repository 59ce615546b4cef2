import { primaryLanguage } from '../../src/core/languages/primaryLanguage.ts';
import { withExtraBody } from '../../src/wire/extra.ts';
import type { JsonObject } from '../../src/wire/json.ts';
import { normalizeEmotion } from './emotions.ts';
import { isLegacyModel, type FilledCartesiaTts } from './settings.ts';

/** The two supported values of `Cartesia-Version`. */
export type CartesiaVersion = '2026-03-01' | '2024-11-13';

/**
 * Selects the newest version whose voice is an object with a mode, or the legacy one for settings that only it carries:
 * a voice as a vector, emotions with levels, several emotions, a model before `sonic-3`. Cartesia itself has ignored
 * those since 2026-06-01; a compatible server may not.
 */
export function selectVersion({ model, voice, emotion }: FilledCartesiaTts): CartesiaVersion {
  const isLegacy = isLegacyModel(model) || typeof voice !== 'string' || !hasPlainEmotion(emotion);
  return isLegacy ? '2024-11-13' : '2026-03-01';
}

/** Returns whether there is at most one emotion, without a level. */
function hasPlainEmotion(emotion: FilledCartesiaTts['emotion']): boolean {
  return emotion === null || emotion.length === 0 || (emotion.length === 1 && emotion[0]?.includes(':') !== true);
}

/**
 * How long Cartesia waits for more text before it speaks, in ms. Its own default of 3000 equals the time that `speak`
 * waits for audio, so that with a slow model the TTS would count as stuck.
 */
const BUFFER_DELAY_MS = 1000;

/** Creates the fields that all messages of a context share, because only the transcript may change. */
export function createGeneration(settings: FilledCartesiaTts): JsonObject {
  const { model, encoding, sample_rate, pronunciation_dict_id, extra } = settings;
  const common = {
    model_id: model,
    output_format: { container: 'raw', encoding, sample_rate },
    language: primaryLanguage(settings.language),
    add_timestamps: true,
    ...(isLegacyModel(model) ? {} : createGenerationConfig(settings)),
    ...(pronunciation_dict_id === undefined ? {} : { pronunciation_dict_id }),
  };
  const fields =
    selectVersion(settings) === '2026-03-01' ? createCurrentFields(settings) : { voice: createLegacyVoice(settings) };
  return withExtraBody({ ...common, ...fields }, extra);
}

function createCurrentFields({ voice }: FilledCartesiaTts): JsonObject {
  return {
    voice: { mode: 'id', id: voice },
    use_normalized_timestamps: false,
    max_buffer_delay_ms: BUFFER_DELAY_MS,
  };
}

/**
 * Creates the `generation_config` of models from `sonic-3` on, in either version. Of several emotions, it contains only
 * the first.
 */
function createGenerationConfig({ speed, emotion, volume }: FilledCartesiaTts): JsonObject {
  const [first] = emotion ?? [];
  const config = {
    ...(speed === null ? {} : { speed: convertSpeed(speed) }),
    ...(first === undefined ? {} : { emotion: normalizeEmotion(first) }),
    ...(volume === undefined ? {} : { volume }),
  };
  return Object.keys(config).length === 0 ? {} : { generation_config: config };
}

type Speed = NonNullable<FilledCartesiaTts['speed']>;

/** Converts the setting's -1 to 1 to the wire's 0.6 to 1.5; 0, the voice's own speed, becomes 1. */
function convertSpeed(speed: Speed): number {
  if (typeof speed === 'string') return SPEEDS[speed];
  const factor = speed < 0 ? 1 + 0.4 * speed : 1 + 0.5 * speed;
  return Math.round(factor * 1000) / 1000;
}

const SPEEDS: Readonly<Record<Extract<Speed, string>, number>> = {
  slowest: 0.6,
  slow: 0.8,
  normal: 1,
  fast: 1.25,
  fastest: 1.5,
};

function createLegacyVoice({ voice, speed, emotion }: FilledCartesiaTts): JsonObject {
  const controls = { ...(speed === null ? {} : { speed }), ...(emotion === null ? {} : { emotion }) };
  return {
    ...(typeof voice === 'string' ? { mode: 'id', id: voice } : { mode: 'embedding', embedding: voice }),
    ...(Object.keys(controls).length === 0 ? {} : { __experimental_controls: controls }),
  };
}
