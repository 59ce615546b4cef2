import { FLUX_MULTILINGUAL, primarySubtag, supportsKeyterms } from './models.ts';
import type { FilledDeepgramStt, FilledDeepgramTts } from './settings.ts';

export type Query = readonly (readonly [name: string, value: string])[];

/** Creates the query of `/v1/listen`, in the order of Deepgram's own client. */
export function createNovaQuery(settings: FilledDeepgramStt): Query {
  const { endpointing_ms, smart_format, no_delay } = settings;
  return [
    ['model', settings.model],
    ['language', settings.language],
    ...audioQuery(settings),
    ['channels', '1'],
    ['interim_results', `${settings.interim_results}`],
    ['punctuate', `${settings.punctuate}`],
    ['smart_format', `${smart_format}`],
    ['endpointing', endpointing_ms === 0 ? 'false' : `${endpointing_ms}`],
    ['profanity_filter', `${settings.profanity_filter}`],
    ...(supportsKeyterms(settings) ? keyterms(settings) : weightedKeywords(settings)),
    ...(smart_format ? [['no_delay', `${no_delay}`] as const] : []),
    ['filler_words', `${settings.filler_words}`],
    ...commonQuery(settings),
  ];
}

/** Creates the query of `/v2/listen`. By default only `ForceEndTurn` ends a turn, or 30 s of silence. */
export function createFluxQuery(settings: FilledDeepgramStt): Query {
  const { eot_threshold = 1, eot_timeout_ms = 30_000, eager_eot_threshold } = settings;
  const hint =
    settings.model === FLUX_MULTILINGUAL ? [['language_hint', primarySubtag(settings.language)] as const] : [];
  return [
    ['model', settings.model],
    ...audioQuery(settings),
    ...optionalParameter('eager_eot_threshold', eager_eot_threshold),
    ['eot_threshold', `${eot_threshold}`],
    ['eot_timeout_ms', `${eot_timeout_ms}`],
    ...keyterms(settings),
    ...hint,
    ['profanity_filter', `${settings.profanity_filter}`],
    ...commonQuery(settings),
  ];
}

export function createSpeakQuery({ model, encoding, sample_rate, mip_opt_out, tag }: FilledDeepgramTts): Query {
  return [
    ['model', model],
    ['encoding', encoding],
    ['sample_rate', `${sample_rate}`],
    ...optionalParameter('mip_opt_out', mip_opt_out),
    ...optionalParameter('tag', tag),
  ];
}

type CommonSettings = Pick<FilledDeepgramStt, 'numerals' | 'redact' | 'mip_opt_out' | 'tag'>;

function commonQuery({ numerals, redact, mip_opt_out, tag }: CommonSettings): Query {
  return [
    ...optionalParameter('numerals', numerals),
    ...optionalParameter('redact', redact),
    ...optionalParameter('mip_opt_out', mip_opt_out),
    ...optionalParameter('tag', tag),
  ];
}

/** Repeats the parameter for each value; omits it if it is not set. */
function optionalParameter(name: string, value: string | number | boolean | readonly string[] | undefined): Query {
  return value === undefined ? [] : [value].flat().map((each) => [name, `${each}`]);
}

function audioQuery({ sample_rate }: FilledDeepgramStt): Query {
  return [
    ['encoding', 'linear16'],
    ['sample_rate', `${sample_rate}`],
  ];
}

function keyterms({ keywords }: FilledDeepgramStt): Query {
  return keywords.filter(([, weight]) => weight > 0).map(([term]) => ['keyterm', term]);
}

function weightedKeywords({ keywords }: FilledDeepgramStt): Query {
  return keywords.map(([term, weight]) => ['keywords', `${term}:${weight}`]);
}
