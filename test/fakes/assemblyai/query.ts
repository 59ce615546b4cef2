import type { ClientRequest } from '../kit/fake.ts';

/** The rules of a parameter. */
interface Parameter {
  readonly allows: (value: string) => boolean;
  readonly isRequired?: true;
  /** The models that have it. Default: all. */
  readonly of?: 'Universal-3' | 'Universal-Streaming';
}

const matches =
  (pattern: RegExp) =>
  (value: string): boolean =>
    pattern.test(value);
const isBoolean = matches(/^(?:true|false)$/u);
const isShare = (value: string): boolean => /^(?:0|0?\.\d+|1(?:\.0+)?|0\.0+)$/u.test(value);
const isMs = matches(/^\d+$/u);
const isList = (pattern: RegExp) => (value: string) => {
  const list: unknown = value.startsWith('[') ? JSON.parse(value) : null;
  return Array.isArray(list) && list.length > 0 && list.every((item) => pattern.test(String(item)));
};

const PARAMETERS: Readonly<Record<string, Parameter>> = {
  speech_model: {
    allows: matches(/^(?:universal-streaming-(?:english|multilingual)|universal-3-[56](?:-pro)?|u3-rt-pro)$/u),
    isRequired: true,
  },
  sample_rate: { allows: (value) => Number(value) >= 8000 && Number(value) <= 48_000, isRequired: true },
  encoding: { allows: matches(/^pcm_s16le$/u) },
  language_codes: { allows: isList(/^[a-z]{2,3}$/u), of: 'Universal-3' },
  language_detection: { allows: isBoolean },
  keyterms_prompt: { allows: isList(/./u) },
  prompt: { allows: matches(/./u), of: 'Universal-3' },
  mode: { allows: matches(/^(?:min_latency|balanced|max_accuracy)$/u), of: 'Universal-3' },
  continuous_partials: { allows: isBoolean, of: 'Universal-3' },
  interruption_delay: { allows: (value) => isMs(value) && Number(value) <= 1000, of: 'Universal-3' },
  format_turns: { allows: isBoolean, of: 'Universal-Streaming' },
  filter_profanity: { allows: isBoolean },
  speaker_labels: { allows: isBoolean },
  max_speakers: { allows: matches(/^(?:[1-9]|10)$/u) },
  vad_threshold: { allows: isShare },
  min_turn_silence: { allows: isMs },
  max_turn_silence: { allows: isMs },
  end_of_turn_confidence_threshold: { allows: isShare, of: 'Universal-Streaming' },
};

export function valueOf({ query }: ClientRequest, name: string): string | undefined {
  return query.find(([other]) => other === name)?.[1];
}

export function isUniversal3(request: ClientRequest): boolean {
  return /^(?:universal-3|u3)/u.test(valueOf(request, 'speech_model') ?? '');
}

/** Finds what is wrong with the parameters. AssemblyAI ignores those that it does not know, so they are faults, too. */
export function findQueryFaults(request: ClientRequest): readonly string[] {
  const names = [...new Set([...request.query.map(([name]) => name), ...Object.keys(PARAMETERS)])];
  return names.flatMap((name) => {
    const values = request.query.filter(([other]) => other === name).map(([, value]) => value);
    return findParameterFaults(request, name, values);
  });
}

function findParameterFaults(request: ClientRequest, name: string, values: readonly string[]): readonly string[] {
  const parameter = PARAMETERS[name];
  if (parameter === undefined) return [`there is no parameter ${name}`];
  const { allows, isRequired, of } = parameter;
  const family = isUniversal3(request) ? 'Universal-3' : 'Universal-Streaming';
  return [
    ...(isRequired === true && values.length === 0 ? [`${name} is missing`] : []),
    ...(values.length > 1 ? [`${name} is repeated`] : []),
    ...(values.length > 0 && of !== undefined && of !== family ? [`${name} is for ${of}`] : []),
    ...values.filter((value) => !allows(value)).map((value) => `${name} cannot be ${JSON.stringify(value)}`),
  ];
}
