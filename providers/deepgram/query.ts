import { FLUX_MULTILINGUAL, primaryTag, takesKeyterms } from './models.ts';
import type { FilledDeepgramStt, FilledDeepgramTts } from './settings.ts';

export type Query = readonly (readonly [name: string, value: string])[];

/** What `/v1/listen` is asked for, in the order of Deepgram's own client. */
export function novaQuery(settings: FilledDeepgramStt): Query {
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
    ...(takesKeyterms(settings) ? keyterms(settings) : weightedKeywords(settings)),
    ...(smart_format ? [['no_delay', `${no_delay}`] as const] : []),
    ['filler_words', `${settings.filler_words}`],
    ...common(settings),
  ];
}

/** What `/v2/listen` is asked for. Unless it is set otherwise, turns are ended by us alone, or after 30 s. */
export function fluxQuery(settings: FilledDeepgramStt): Query {
  const { eot_threshold = 1, eot_timeout_ms = 30_000, eager_eot_threshold } = settings;
  const hint = settings.model === FLUX_MULTILINGUAL ? [['language_hint', primaryTag(settings.language)] as const] : [];
  return [
    ['model', settings.model],
    ...audioQuery(settings),
    ...given('eager_eot_threshold', eager_eot_threshold),
    ['eot_threshold', `${eot_threshold}`],
    ['eot_timeout_ms', `${eot_timeout_ms}`],
    ...keyterms(settings),
    ...hint,
    ['profanity_filter', `${settings.profanity_filter}`],
    ...common(settings),
  ];
}

export function speakQuery({ model, encoding, sample_rate, mip_opt_out, tag }: FilledDeepgramTts): Query {
  return [
    ['model', model],
    ['encoding', encoding],
    ['sample_rate', `${sample_rate}`],
    ...given('mip_opt_out', mip_opt_out),
    ...given('tag', tag),
  ];
}

type Common = Pick<FilledDeepgramStt, 'numerals' | 'redact' | 'mip_opt_out' | 'tag'>;

function common({ numerals, redact, mip_opt_out, tag }: Common): Query {
  return [
    ...given('numerals', numerals),
    ...given('redact', redact),
    ...given('mip_opt_out', mip_opt_out),
    ...given('tag', tag),
  ];
}

/** The parameter, repeated for each of several values; none where it is not set. */
function given(name: string, value: string | number | boolean | readonly string[] | undefined): Query {
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
