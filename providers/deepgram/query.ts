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
  ];
}

/**
 * What `/v2/listen` is asked for. Its turns are ended by us alone: it shall never be sure enough by itself, nor give up
 * before 30 s.
 */
export function fluxQuery(settings: FilledDeepgramStt): Query {
  const hint = settings.model === FLUX_MULTILINGUAL ? [['language_hint', primaryTag(settings.language)] as const] : [];
  return [
    ['model', settings.model],
    ...audioQuery(settings),
    ['eot_threshold', '1'],
    ['eot_timeout_ms', '30000'],
    ...keyterms(settings),
    ...hint,
    ['profanity_filter', `${settings.profanity_filter}`],
  ];
}

export function speakQuery({ model, encoding, sample_rate }: FilledDeepgramTts): Query {
  return [
    ['model', model],
    ['encoding', encoding],
    ['sample_rate', `${sample_rate}`],
  ];
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
