import type { FilledElevenLabsStt } from './settings.ts';

type Query = readonly (readonly [name: string, value: string])[];

/** Creates the query, in the order of ElevenLabs' own client. Scribe commits only at our request. */
export function createScribeQuery(settings: FilledElevenLabsStt): Query {
  return [
    ['model_id', settings.model],
    ['commit_strategy', 'manual'],
    ['audio_format', `pcm_${settings.sample_rate}`],
    ...selectParameters(settings, PARAMETERS),
  ];
}

const PARAMETERS = [
  'language_code',
  'secondary_languages',
  'include_timestamps',
  'include_language_detection',
  'keyterms',
  'no_verbatim',
  'filter_background_audio',
  'enable_logging',
] as const;

/** Selects the settings that are passed unchanged. An array repeats its parameter; undefined omits it. */
function selectParameters(settings: FilledElevenLabsStt, names: typeof PARAMETERS): Query {
  return names.flatMap((name) => [settings[name] ?? []].flat().map((value) => [name, `${value}`] as const));
}
