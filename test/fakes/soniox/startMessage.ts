import { asArray, asObject, parseObject, type JsonObject } from '../../../src/wire/json.ts';

/** The rule for a field of the start message. */
interface Field {
  readonly allows: (value: unknown) => boolean;
  readonly isRequired?: true;
}

const isBoolean = (value: unknown): boolean => typeof value === 'boolean';
const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isWhole = (value: unknown, min: number, max: number): boolean =>
  Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
const isLanguages = (value: unknown): boolean =>
  isTexts(value) && asArray(value).every((code) => /^[a-z]{2,3}$/u.test(String(code)));

const FIELDS: Readonly<Record<string, Field>> = {
  model: { allows: (value) => /^stt-rt-(?:v\d|preview)/u.test(String(value)), isRequired: true },
  audio_format: { allows: (value) => value === 'pcm_s16le', isRequired: true },
  sample_rate: { allows: (value) => isWhole(value, 8000, 48_000), isRequired: true },
  num_channels: { allows: (value) => value === 1, isRequired: true },
  language_hints: { allows: isLanguages },
  language_hints_strict: { allows: isBoolean },
  enable_language_identification: { allows: isBoolean },
  enable_speaker_diarization: { allows: isBoolean },
  enable_endpoint_detection: { allows: isBoolean },
  max_endpoint_delay_ms: { allows: (value) => isWhole(value, 500, 3000) },
  endpoint_sensitivity: { allows: (value) => typeof value === 'number' && Math.abs(value) <= 1 },
  endpoint_latency_adjustment_level: { allows: (value) => isWhole(value, 0, 3) },
  client_reference_id: { allows: (value) => isText(value) && String(value).length <= 256 },
  context: { allows: isContext },
};

/** Finds what Soniox refuses in the first frame of a connection. */
export function findStartFaults(frame: string | Uint8Array, knowsKey: boolean): readonly string[] {
  const start = parseObject(frame);
  if (start === null) return ['the first frame is not the start message'];
  const names = Object.keys(start).filter((name) => name !== 'api_key');
  return [
    ...findKeyFaults(start, knowsKey),
    ...names.filter((name) => !Object.hasOwn(FIELDS, name)).map((name) => `there is no field ${name}`),
    ...Object.entries(FIELDS).flatMap(([name, field]) => findFieldFaults(name, start[name], field)),
  ];
}

/** Before 15 January 2027, the key may be in the start message if it is not in the headers. */
function findKeyFaults({ api_key: key }: JsonObject, knowsKey: boolean): readonly string[] {
  if (knowsKey) return key === undefined ? [] : ['the key is in the start message'];
  return isText(key) ? [] : ['there is no key'];
}

function findFieldFaults(name: string, value: unknown, { allows, isRequired }: Field): readonly string[] {
  if (value === undefined) return isRequired === true ? [`${name} is missing`] : [];
  return allows(value) ? [] : [`${name} cannot be ${JSON.stringify(value)}`];
}

function isContext(value: unknown): boolean {
  const { general = [], text = 'a', terms = [], ...rest } = asObject(value) ?? { value };
  const isPair = (pair: unknown): boolean => isText(asObject(pair)?.['key']) && isText(asObject(pair)?.['value']);
  return asArray(general).every(isPair) && isText(text) && isTexts(terms) && Object.keys(rest).length === 0;
}
