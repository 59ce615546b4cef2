import { asNumber, asObject, type JsonObject } from '../../../src/wire/json.ts';

/** The part of a StartRecognition that a session follows. */
export interface SessionConfig {
  readonly sampleRate: number;
  readonly maxDelayS: number;
  readonly partials: boolean;
}

export function parseConfig(message: JsonObject): SessionConfig {
  const config = asObject(message['transcription_config']) ?? {};
  return {
    sampleRate: asNumber(asObject(message['audio_format'])?.['sample_rate']) ?? 16_000,
    maxDelayS: asNumber(config['max_delay']) ?? 4,
    partials: config['enable_partials'] === true,
  };
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string' && value !== '';
const isBoolean: Check = (value) => typeof value === 'boolean';
const isOneOf =
  (...values: readonly string[]): Check =>
  (value) =>
    values.includes(String(value));
const isWithin =
  (least: number, most: number): Check =>
  (value) =>
    typeof value === 'number' && value >= least && value <= most;
const isListOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length > 0 && value.every(check);
const isObjectOf =
  (checks: Readonly<Record<string, Check>>, ...required: readonly string[]): Check =>
  (value) => {
    const object = asObject(value);
    if (object === null || required.some((name) => object[name] === undefined)) return false;
    return Object.entries(object).every(([name, field]) => checks[name]?.(field) === true);
  };

const isVocabulary = isObjectOf({ content: isText, sounds_like: isListOf(isText) }, 'content');

const isSpeakers = isObjectOf({
  max_speakers: (value) => Number.isInteger(value) && Number(value) >= 2,
  prefer_current_speaker: isBoolean,
  speaker_sensitivity: isWithin(0, 1),
  speakers: isListOf(
    isObjectOf({ label: isText, speaker_identifiers: isListOf(isText) }, 'label', 'speaker_identifiers'),
  ),
});

const FORMAT: Readonly<Record<string, Check>> = {
  type: isOneOf('raw'),
  encoding: isOneOf('pcm_s16le'),
  sample_rate: isWithin(8000, 48_000),
};

const CONFIG: Readonly<Record<string, Check>> = {
  language: (value) => /^[a-z]{2,3}(?:_[a-z]{2,3})*$/u.test(String(value)),
  model: isOneOf('standard', 'enhanced'),
  output_locale: isText,
  domain: isText,
  additional_vocab: isListOf((value) => isText(value) || isVocabulary(value)),
  max_delay: isWithin(0.7, 4),
  max_delay_mode: isOneOf('flexible', 'fixed'),
  enable_partials: isBoolean,
  enable_entities: isBoolean,
  diarization: isOneOf('none', 'speaker'),
  speaker_diarization_config: isSpeakers,
};

/** Finds the violations in a StartRecognition. */
export function validateStart({ audio_format, transcription_config, ...rest }: JsonObject): readonly string[] {
  return [
    ...validateFields(asObject(audio_format) ?? {}, FORMAT, Object.keys(FORMAT)),
    ...validateFields(asObject(transcription_config) ?? {}, CONFIG, ['language']),
    ...Object.keys(rest)
      .filter((name) => name !== 'message')
      .map((name) => `the field ${name}`),
  ];
}

function validateFields(
  fields: JsonObject,
  checks: Readonly<Record<string, Check>>,
  required: readonly string[],
): readonly string[] {
  return [
    ...required.filter((name) => fields[name] === undefined).map((name) => `no ${name}`),
    ...Object.entries(fields)
      .filter(([name, value]) => checks[name]?.(value) !== true)
      .map(([name, value]) => `${name} is ${JSON.stringify(value)}`),
  ];
}
