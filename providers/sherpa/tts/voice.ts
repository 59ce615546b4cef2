import { primaryLanguage } from '../../../src/core/languages/primaryLanguage.ts';
import { MODELS } from '../../../src/models/catalogue.ts';
import type { VoiceSettings } from '../engine/messages.ts';
import { findModelFiles, type LocatedModel } from '../modelFolder.ts';
import type { SherpaTtsModelType } from '../../../src/models/model.ts';
import { TTS_MODELS } from './models.ts';
import type { FilledSherpaTts } from './settings.ts';

/** Returns the BCP-47 tag of the language that is spoken. */
export function findLanguage({ model, model_type, language }: FilledSherpaTts): string {
  if (language !== undefined) return language;
  const entry =
    model_type === undefined ? MODELS.find(({ name, kind }) => name === model && kind === 'tts') : undefined;
  return entry?.languages[0] ?? 'en';
}

/**
 * Creates the settings of sherpa-onnx for a voice.
 *
 * @throws AntiphonError `model_missing` if the folder lacks a file
 */
export function createVoiceSettings(
  { type, folder }: LocatedModel<SherpaTtsModelType>,
  settings: FilledSherpaTts,
): VoiceSettings {
  const language = primaryLanguage(findLanguage(settings));
  const files = findModelFiles<string>(folder, TTS_MODELS[type]);
  return {
    config: {
      model: {
        [type]: { ...files, ...(type === 'kokoro' && { lang: language }) },
        numThreads: settings.threads,
        provider: 'cpu',
        debug: 0,
      },
      maxNumSentences: 1,
    },
    generation: {
      sid: settings.speaker,
      speed: settings.speed,
      ...(type === 'supertonic' && { extra: { lang: language } }),
    },
  };
}
