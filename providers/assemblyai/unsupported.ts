import type { Issue } from '../../src/core/errors.ts';
import { isUniversal3 } from './models.ts';
import type { FilledAssemblyAiStt } from './settings.ts';

const UNIVERSAL_3_ONLY = ['prompt', 'mode', 'interruption_delay', 'language_codes'] as const;

/** Finds the settings that the model ignores. They are not sent. */
export function findUnsupportedAssemblyAiStt(settings: FilledAssemblyAiStt): readonly Issue[] {
  const { model, speaker_labels, max_speakers } = settings;
  const speakers = speaker_labels || max_speakers === undefined;
  return [
    ...(isUniversal3(settings) ? findStreamingOnly(settings) : findUniversal3Only(settings)),
    ...(speakers
      ? []
      : [createIssue('max_speakers', `nothing: ${model} counts speakers only with speaker_labels`, max_speakers)]),
  ];
}

function findUniversal3Only(settings: FilledAssemblyAiStt): readonly Issue[] {
  const expected = `nothing: ${settings.model} does not support it; only Universal-3 does`;
  return UNIVERSAL_3_ONLY.flatMap((path) => {
    const value = settings[path];
    const isSet = Array.isArray(value) ? value.length > 0 : value !== undefined;
    return isSet ? [createIssue(path, expected, value)] : [];
  });
}

function findStreamingOnly({
  model,
  format_turns,
  end_of_turn_confidence_threshold: threshold,
}: FilledAssemblyAiStt): readonly Issue[] {
  return [
    ...(format_turns ? [createIssue('format_turns', `nothing: ${model} always formats turns`, true)] : []),
    ...(threshold === undefined
      ? []
      : [
          createIssue(
            'end_of_turn_confidence_threshold',
            `nothing: ${model} ends turns by min_turn_silence and max_turn_silence`,
            threshold,
          ),
        ]),
  ];
}

function createIssue(path: string, expected: string, value: unknown): Issue {
  return { path, expected, got: JSON.stringify(value) };
}
