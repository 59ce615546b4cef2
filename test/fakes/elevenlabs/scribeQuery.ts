import { BOOLEAN, valuesOf, type Parameters } from '../deepgram/parameters.ts';
import type { ClientRequest } from '../kit/fake.ts';

const LANGUAGE = /^[a-z]{2,3}$/u;

const PARAMETERS: Parameters = {
  model_id: { pattern: /^scribe_v\d_(?:realtime|live)$/u, isRequired: true },
  commit_strategy: { pattern: /^manual$/u, isRequired: true },
  audio_format: { pattern: /^pcm_(?:8000|16000|22050|24000|44100|48000)$/u, isRequired: true },
  language_code: { pattern: LANGUAGE },
  secondary_languages: { pattern: LANGUAGE, isRepeatable: true },
  include_timestamps: { pattern: BOOLEAN },
  include_language_detection: { pattern: BOOLEAN },
  keyterms: { pattern: /^.{1,20}$/u, isRepeatable: true },
  no_verbatim: { pattern: BOOLEAN },
  filter_background_audio: { pattern: BOOLEAN },
  enable_logging: { pattern: BOOLEAN },
};

const MAX_KEYTERMS = 50;

/** Finds the violations in the parameters. */
export function validateScribeQuery(query: ClientRequest['query']): readonly string[] {
  const names = [...new Set([...query.map(([name]) => name), ...Object.keys(PARAMETERS)])];
  const isOn = (name: string): boolean => valuesOf(query, name)[0] === 'true';
  return [
    ...names.flatMap((name) => validateParameter(name, valuesOf(query, name))),
    ...(valuesOf(query, 'keyterms').length > MAX_KEYTERMS ? ['more than 50 keyterms'] : []),
    ...(isOn('filter_background_audio') && isOn('include_timestamps') ? ['a filter with timestamps'] : []),
  ];
}

function validateParameter(name: string, values: readonly string[]): readonly string[] {
  const known = PARAMETERS[name];
  if (known === undefined) return [`the parameter ${name}`];
  return [
    ...(known.isRequired === true && values.length === 0 ? [`no ${name}`] : []),
    ...(known.isRepeatable !== true && values.length > 1 ? [`${name} twice`] : []),
    ...values.filter((value) => !known.pattern.test(value)).map((value) => `${name}=${value}`),
  ];
}
