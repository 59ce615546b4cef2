/** The settings at the start of an utterance. */
export interface SpeechRequest {
  readonly format: string;
  readonly sample_rate: number;
  readonly chunk_length: number;
}

type Check = (value: unknown) => boolean;

const among =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);
const between =
  (least: number, most: number): Check =>
  (value) =>
    typeof value === 'number' && value >= least && value <= most;
const isText: Check = (value) => typeof value === 'string' && value !== '';
const isProsody: Check = (value) =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).every(([name, part]) => PROSODY[name]?.(part) === true);
const isBoolean: Check = (value) => typeof value === 'boolean';

const PROSODY: Readonly<Record<string, Check>> = {
  speed: between(0.5, 2),
  volume: between(-20, 20),
  normalize_loudness: (value) => typeof value === 'boolean',
};

/** The fields and their values; of the formats this server has one. */
const CHECKS: Readonly<Record<string, Check>> = {
  text: among(''),
  format: among('pcm'),
  sample_rate: among(8000, 16_000, 24_000, 32_000, 44_100),
  latency: among('normal', 'balanced', 'low'),
  normalize: isBoolean,
  reference_id: isText,
  chunk_length: between(100, 300),
  prosody: isProsody,
  temperature: between(0, 1),
  top_p: between(0, 1),
};

export function validateSpeechRequest(request: Readonly<Record<string, unknown>>): readonly string[] {
  return [
    ...Object.entries(request)
      .filter(([name, value]) => CHECKS[name]?.(value) !== true)
      .map(([name, value]) => `request.${name} = ${JSON.stringify(value)}`),
    ...(request['text'] === '' && request['format'] === 'pcm' ? [] : ['a request without text and format']),
  ];
}

/** Fills in the server's defaults. */
export function applyDefaults(request: Readonly<Record<string, unknown>>): SpeechRequest {
  return { format: 'pcm', sample_rate: 44_100, chunk_length: 200, ...request };
}
