/** The set-up of a turn. */
export interface Expected {
  /** The sample rate, in Hz. */
  readonly sampleRate: number;
  readonly channels: number;
  readonly languages: readonly string[];
  readonly profanity: string;
  readonly detailed: boolean;
  readonly phrases: readonly string[];
}

export function findConfigFaults(body: string, { sampleRate, channels }: Expected): readonly string[] {
  const { context, recognition } = objectIn(body);
  const { system, os, audio } = object(context);
  const { source } = object(audio);
  const known = { bitspersample: 16, channelcount: channels, samplerate: sampleRate, type: 'Stream' };
  return [
    ...compare('recognition', recognition, 'conversation'),
    ...['name', 'version', 'build', 'lang'].flatMap((field) => requireText(`system.${field}`, object(system)[field])),
    ...['platform', 'name', 'version'].flatMap((field) => requireText(`os.${field}`, object(os)[field])),
    ...['connectivity', 'manufacturer', 'model'].flatMap((field) =>
      requireText(`source.${field}`, object(source)[field]),
    ),
    ...Object.entries(known).flatMap(([field, value]) => compare(`source.${field}`, object(source)[field], value)),
  ].map((what) => `speech.config: ${what}`);
}

export function findContextFaults(body: string, expected: Expected): readonly string[] {
  const { languages, profanity, detailed, phrases } = expected;
  const { phraseDetection, phraseOutput, languageId, dgi } = objectIn(body);
  const several = languages.length > 1;
  const identification = {
    languages,
    mode: 'DetectContinuous',
    onSuccess: { action: 'Recognize' },
    onUnknown: { action: 'None' },
    priority: 'PrioritizeLatency',
  };
  const results = { interimResults: { resultType: 'Auto' }, phraseResults: { resultType: 'Always' } };
  const output = { ...(several ? results : {}), ...(detailed ? WORDS : {}) };
  const group = { type: 'Generic', items: phrases.map((each) => ({ text: each })) };
  const enrichment = profanity === '' ? {} : { profanity };
  return [
    ...compare('phraseDetection.mode', object(phraseDetection)['mode'], 'Conversation'),
    ...compare('phraseDetection.language', object(phraseDetection)['language'], several ? undefined : languages[0]),
    ...compare('languageId', languageId, several ? identification : undefined),
    ...compare('phraseDetection.enrichment', object(phraseDetection)['enrichment'], enrichment),
    ...compare('phraseOutput', sorted(phraseOutput), sorted(output)),
    ...compare('dgi', dgi, phrases.length === 0 ? undefined : { groups: [group], bias: 1 }),
  ].map((what) => `speech.context: ${what}`);
}

const WORDS = { detailed: { options: ['WordTimings'] }, format: 'Detailed' };

/** The official client sets the fields in another order. */
function sorted(value: unknown): unknown {
  return Object.fromEntries(Object.entries(object(value)).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Creates the head of a WAV file, with both lengths 0. */
export function findHeaderFaults(body: Uint8Array, { sampleRate, channels }: Expected): readonly string[] {
  const hex = (value: number, bytes: number): string =>
    Array.from({ length: bytes }, (_, at) => ((value >>> (8 * at)) & 0xff).toString(16).padStart(2, '0')).join('');
  const form = `${hex(16, 4)}0100${hex(channels, 2)}${hex(sampleRate, 4)}${hex(sampleRate * channels * 2, 4)}${hex(channels * 2, 2)}1000`;
  return compare(
    'the WAV header',
    Buffer.from(body).toString('hex'),
    `524946460000000057415645666d7420${form}6461746100000000`,
  );
}

/** The official client does not name the messages of every turn; those that are named have their times. */
export function findTelemetryFaults(body: string): readonly string[] {
  const { ReceivedMessages: messages, Metrics: metrics } = objectIn(body);
  const times = Object.entries(object(messages)).filter(([, all]) => !Array.isArray(all) || all.length === 0);
  return [
    ...(Array.isArray(metrics) ? [] : ['telemetry: no list of metrics']),
    ...(messages === undefined ? ['telemetry: no messages'] : []),
    ...times.map(([path]) => `telemetry: no times of ${path}`),
  ];
}

function objectIn(body: string): Readonly<Record<string, unknown>> {
  try {
    return object(JSON.parse(body));
  } catch {
    return {};
  }
}

function object(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function requireText(name: string, value: unknown): readonly string[] {
  return typeof value === 'string' && value !== '' ? [] : [`no ${name}`];
}

function compare(name: string, value: unknown, wanted: unknown): readonly string[] {
  const [given, right] = [JSON.stringify(value), JSON.stringify(wanted)];
  return given === right ? [] : [`${name} is ${given}, not ${right}`];
}
