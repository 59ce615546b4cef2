import { primaryLanguage } from '../../src/core/languages/primaryLanguage.ts';
import { FLUX_MULTILINGUAL, supportsKeyterms } from './models.ts';
import type { FilledDeepgramStt, FilledDeepgramTts } from './settings.ts';

export type Query = readonly (readonly [name: string, value: string])[];

/** Creates the query of `/v1/listen`, in the order of Deepgram's own client. */
export function createNovaQuery(settings: FilledDeepgramStt): Query {
  const { endpointing_ms, smart_format } = settings;
  const noDelay = smart_format ? (['no_delay'] as const) : [];
  return [
    ...selectParameters(settings, ['model', 'language']),
    ['encoding', 'linear16'],
    ...selectParameters(settings, ['sample_rate']),
    ['channels', '1'],
    ...selectParameters(settings, ['interim_results', 'punctuate', 'smart_format']),
    ['endpointing', endpointing_ms === 0 ? 'false' : `${endpointing_ms}`],
    ['profanity_filter', `${settings.profanity_filter}`],
    ...(supportsKeyterms(settings) ? createKeyterms(settings) : createKeywords(settings)),
    ...selectParameters(settings, [...noDelay, 'filler_words', ...COMMON]),
  ];
}

/** Settings with which a turn ends only on `ForceEndTurn` or after 30 s of silence. */
const OWN_TURNS = { eot_threshold: 1, eot_timeout_ms: 30_000 } as const;

/**
 * Creates the query of `/v2/listen`.
 *
 * @param endsTurns whether Flux should end turns, by default at its own threshold
 */
export function createFluxQuery(given: FilledDeepgramStt, endsTurns = false): Query {
  const settings = endsTurns ? given : { ...given, ...withDefaults(given) };
  const hint =
    settings.model === FLUX_MULTILINGUAL ? [['language_hint', primaryLanguage(settings.language)] as const] : [];
  return [
    ['model', settings.model],
    ['encoding', 'linear16'],
    ...selectParameters(settings, ['sample_rate', 'eager_eot_threshold', 'eot_threshold', 'eot_timeout_ms']),
    ...createKeyterms(settings),
    ...hint,
    ...selectParameters(settings, ['profanity_filter', ...COMMON]),
  ];
}

/** Creates the query of `/v1/speak` and `/v2/speak`. */
export function createSpeakQuery(settings: FilledDeepgramTts): Query {
  return selectParameters(settings, ['model', 'encoding', 'sample_rate', 'mip_opt_out', 'tag']);
}

function withDefaults({
  eot_threshold = OWN_TURNS.eot_threshold,
  eot_timeout_ms = OWN_TURNS.eot_timeout_ms,
}: FilledDeepgramStt): Pick<FilledDeepgramStt, 'eot_threshold' | 'eot_timeout_ms'> {
  return { eot_threshold, eot_timeout_ms };
}

const COMMON = ['numerals', 'redact', 'mip_opt_out', 'tag'] as const;

type Value = string | number | boolean | readonly string[] | undefined;

/** Selects the settings that are passed unchanged as parameters. An array repeats its parameter; undefined omits it. */
function selectParameters<Name extends string>(
  settings: Readonly<Partial<Record<Name, Value>>>,
  names: readonly Name[],
): Query {
  return names.flatMap((name) => [settings[name] ?? []].flat().map((value) => [name, `${value}`] as const));
}

function createKeyterms({ keywords }: FilledDeepgramStt): Query {
  return keywords.filter(([, weight]) => weight > 0).map(([term]) => ['keyterm', term]);
}

function createKeywords({ keywords }: FilledDeepgramStt): Query {
  return keywords.map(([term, weight]) => ['keywords', `${term}:${weight}`]);
}
