import type { Issue } from '../../src/core/errors.ts';
import type { FilledSpeechmaticsStt } from './settings.ts';

/** Finds the settings of `diarization` if it is off. Antiphon does not send them. */
export function findUnsupportedSpeechmaticsStt(settings: FilledSpeechmaticsStt): readonly Issue[] {
  const { diarization, speaker_diarization_config } = settings;
  if (diarization === 'speaker' || speaker_diarization_config === undefined) return [];
  const got = JSON.stringify(speaker_diarization_config);
  return [{ path: 'speaker_diarization_config', expected: 'nothing, because `diarization` is "none"', got }];
}
