import { primaryLanguage } from '../../src/core/languages/primaryLanguage.ts';
import { isUniversal3 } from './models.ts';
import type { FilledAssemblyAiStt } from './settings.ts';

export type Query = readonly (readonly [name: string, value: string])[];

/** Silence that no segment of a session contains, in ms. */
const LONG_SILENCE_MS = 5000;

/** Settings with which a turn ends only on `ForceEndpoint` or after 5 s of silence. */
const OWN_TURNS = { min_turn_silence: LONG_SILENCE_MS, max_turn_silence: LONG_SILENCE_MS } as const;

const COMMON = ['vad_threshold', 'min_turn_silence', 'max_turn_silence'] as const;
const UNIVERSAL_3 = ['prompt', 'mode', 'continuous_partials', 'interruption_delay'] as const;

/**
 * Creates the query.
 *
 * @param endsTurns whether AssemblyAI should end turns, by default at its own thresholds
 */
export function createQuery(given: FilledAssemblyAiStt, endsTurns: boolean): Query {
  const settings = endsTurns ? given : { ...OWN_TURNS, end_of_turn_confidence_threshold: 1, ...given };
  const { language_detection, keywords, filter_profanity, speaker_labels } = settings;
  return [
    ['speech_model', settings.model],
    ['sample_rate', `${settings.sample_rate}`],
    ['encoding', 'pcm_s16le'],
    ...selectDefined(settings, COMMON),
    ...(isUniversal3(settings) ? createUniversal3Query(settings) : createUniversalStreamingQuery(settings)),
    ...selectTrue({ language_detection, filter_profanity, speaker_labels }),
    ...(speaker_labels ? selectDefined(settings, ['max_speakers']) : []),
    ...createList('keyterms_prompt', keywords),
  ];
}

function createUniversal3Query(settings: FilledAssemblyAiStt): Query {
  const codes = [...new Set(settings.language_codes.map(primaryLanguage))];
  return [...selectDefined(settings, UNIVERSAL_3), ...createList('language_codes', codes)];
}

function createUniversalStreamingQuery(settings: FilledAssemblyAiStt): Query {
  const { format_turns } = settings;
  return [...selectDefined(settings, ['end_of_turn_confidence_threshold']), ...selectTrue({ format_turns })];
}

function selectDefined<Name extends string>(
  settings: Readonly<Partial<Record<Name, string | number | boolean | undefined>>>,
  names: readonly Name[],
): Query {
  return names.flatMap((name) => (settings[name] === undefined ? [] : [[name, `${settings[name]}`] as const]));
}

function selectTrue(flags: Readonly<Record<string, boolean>>): Query {
  return Object.entries(flags).flatMap(([name, isSet]) => (isSet ? [[name, 'true'] as const] : []));
}

function createList(name: string, values: readonly string[]): Query {
  return values.length === 0 ? [] : [[name, JSON.stringify(values)]];
}
