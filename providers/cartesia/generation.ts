import type { JsonObject } from '../../src/core/wire/json.ts';
import { emotionOf } from './emotions.ts';
import type { FilledCartesiaTts } from './settings.ts';

/** The two generations of Cartesia's wire, by the date that `Cartesia-Version` names. */
export type CartesiaVersion = '2026-03-01' | '2024-11-13';

/**
 * The newest version whose voice is an object with a mode; the legacy one where the settings need what no later version
 * knows: a voice as a vector, or a model of before `sonic-3`. Cartesia itself has not served those since 2026-06-01; a
 * compatible server may.
 */
export function versionOf({ model, voice }: FilledCartesiaTts): CartesiaVersion {
  return isLegacyModel(model) || typeof voice !== 'string' ? '2024-11-13' : '2026-03-01';
}

export function isLegacyModel(model: string): boolean {
  return LEGACY_MODEL.test(model);
}

const LEGACY_MODEL = /^sonic(?:-english|-multilingual|-turbo(?:-.+)?|-2(?:-.+)?)?$/u;

/**
 * How long Cartesia waits for more text before it speaks what it has, in ms. Its own default of 3000 is as long as `speak`
 * waits for a voice: this way the words of a slow model are spoken before the voice counts as stuck.
 */
const BUFFER_MS = 1000;

/** What every message of a context says alike: Cartesia lets nothing but the transcript change. */
export function generation(settings: FilledCartesiaTts): JsonObject {
  const { model, encoding, sample_rate } = settings;
  const common = {
    model_id: model,
    output_format: { container: 'raw', encoding, sample_rate },
    language: languageOf(settings),
    add_timestamps: true,
  };
  return versionOf(settings) === '2026-03-01'
    ? { ...common, ...today(settings) }
    : { ...common, voice: legacyVoice(settings) };
}

/** Base code only: `en` of `en-US`. */
function languageOf({ language }: FilledCartesiaTts): string {
  return language.split(/[-_]/u, 1)[0]?.toLowerCase() ?? language;
}

function today({ voice, speed, emotion }: FilledCartesiaTts): JsonObject {
  const told = emotion?.map(emotionOf).find((known) => known !== null);
  const config = {
    ...(speed === null ? {} : { speed: factorOf(speed) }),
    ...(told === undefined ? {} : { emotion: told }),
  };
  return {
    voice: { mode: 'id', id: voice },
    use_normalized_timestamps: false,
    max_buffer_delay_ms: BUFFER_MS,
    ...(Object.keys(config).length === 0 ? {} : { generation_config: config }),
  };
}

type Speed = NonNullable<FilledCartesiaTts['speed']>;

/** The spec's -1 to 1 on the wire's 0.6 to 1.5, both with the voice's own speed where it was: 0 becomes 1. */
function factorOf(speed: Speed): number {
  if (typeof speed === 'string') return FACTORS[speed];
  const factor = speed < 0 ? 1 + 0.4 * speed : 1 + 0.5 * speed;
  return Math.round(factor * 1000) / 1000;
}

const FACTORS: Readonly<Record<Extract<Speed, string>, number>> = {
  slowest: 0.6,
  slow: 0.8,
  normal: 1,
  fast: 1.25,
  fastest: 1.5,
};

function legacyVoice({ voice, speed, emotion }: FilledCartesiaTts): JsonObject {
  const controls = { ...(speed === null ? {} : { speed }), ...(emotion === null ? {} : { emotion }) };
  return {
    ...(typeof voice === 'string' ? { mode: 'id', id: voice } : { mode: 'embedding', embedding: voice }),
    ...(Object.keys(controls).length === 0 ? {} : { __experimental_controls: controls }),
  };
}
