import { primaryLanguage } from '../../src/core/languages/primaryLanguage.ts';
import { withExtraBody } from '../../src/wire/extra.ts';
import type { JsonObject } from '../../src/wire/json.ts';
import { ENDPOINT_SETTINGS, type FilledSonioxStt } from './settings.ts';

/**
 * Creates the first message of a connection. Soniox detects endpoints if its turns are requested or one of the settings
 * for them is given; otherwise text is final only at our request.
 *
 * @param turns whether the ends of turns are requested
 */
export function createStartMessage(settings: FilledSonioxStt, turns: boolean): JsonObject {
  const { language_hints, language_hints_strict, extra } = settings;
  const hints = [...new Set(language_hints.map(primaryLanguage))];
  const message = {
    model: settings.model,
    audio_format: 'pcm_s16le',
    sample_rate: settings.sample_rate,
    num_channels: 1,
    ...(hints.length > 0 && { language_hints: hints }),
    ...(language_hints_strict && { language_hints_strict }),
    enable_language_identification: settings.enable_language_identification,
    enable_speaker_diarization: settings.enable_speaker_diarization,
    enable_endpoint_detection: turns || ENDPOINT_SETTINGS.some((name) => settings[name] !== undefined),
    ...selectDefined(settings, [...ENDPOINT_SETTINGS, 'client_reference_id']),
    ...createContext(settings),
  };
  return withExtraBody(message, extra);
}

function createContext({ keywords, context = {} }: FilledSonioxStt): JsonObject {
  const general = Object.entries(context.general ?? {}).map(([key, value]) => ({ key, value }));
  const parts = {
    ...(general.length > 0 && { general }),
    ...(context.text !== undefined && { text: context.text }),
    ...(keywords.length > 0 && { terms: keywords }),
  };
  return Object.keys(parts).length === 0 ? {} : { context: parts };
}

function selectDefined<Name extends keyof FilledSonioxStt>(
  settings: FilledSonioxStt,
  names: readonly Name[],
): JsonObject {
  const given = names.filter((name) => settings[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, settings[name]]));
}
