import { primaryLanguage } from '../../../src/core/languages/primaryLanguage.ts';
import type { RecogniserSettings } from '../engine/messages.ts';
import { MODEL_RATE } from '../engine/decoder.ts';
import { findModelFiles, type LocatedModel } from '../modelFolder.ts';
import type { SherpaSttModelType } from '../../../src/models/model.ts';
import { STT_MODELS } from './models.ts';
import type { FilledSherpaStt } from './settings.ts';

/**
 * Creates the settings of sherpa-onnx for a model. Its own endpointing stays off, because the session ends the segments.
 *
 * @throws AntiphonError `model_missing` if the folder lacks a file
 */
export function createRecogniserSettings(
  { type, folder }: LocatedModel<SherpaSttModelType>,
  settings: Pick<FilledSherpaStt, 'keywords' | 'keywords_score' | 'language' | 'threads' | 'interim_interval'>,
): RecogniserSettings {
  const { streaming, files, setting, modelType, timeScale = 1, hotwords, language } = STT_MODELS[type];
  const {
    tokens = '',
    bpeVocab,
    ...found
  } = findModelFiles<string>(folder, {
    ...files,
    bpeVocab: { name: /^bpe\.vocab$/u, shown: 'bpe.vocab', optional: true },
  });
  const spoken = language === undefined || settings.language === undefined ? '' : primaryLanguage(settings.language);
  const modelConfig = {
    [setting]: { ...found, ...(language !== undefined && { [language]: spoken }) },
    tokens,
    numThreads: settings.threads,
    provider: 'cpu',
    debug: 0,
    ...(modelType !== undefined && { modelType }),
    ...(bpeVocab !== undefined && { bpeVocab }),
  };
  return {
    streaming,
    config: {
      featConfig: { sampleRate: MODEL_RATE, featureDim: 80 },
      modelConfig,
      decodingMethod: 'greedy_search',
      ...(streaming && { enableEndpoint: 0 }),
      ...(hotwords === true && { maxActivePaths: 4, hotwordsScore: settings.keywords_score }),
    },
    timeScale,
    keywords: hotwords === true ? settings.keywords : [],
    interimSamples: settings.interim_interval === false ? null : settings.interim_interval * MODEL_RATE,
  };
}
