import { escapePattern } from '../../../src/core/escapePattern.ts';
import type { SherpaTtsModelType } from '../../../src/models/model.ts';
import type { FilePattern, FilePatterns } from '../modelFolder.ts';

const exactly = (name: string): FilePattern => ({ name: new RegExp(`^${escapePattern(name)}$`, 'u'), shown: name });
const named = (name: RegExp, shown: string): FilePattern => ({ name, shown });

const MODEL = named(/\.onnx$/u, '*.onnx');
const TOKENS = exactly('tokens.txt');
const DATA: FilePattern = { ...exactly('espeak-ng-data'), optional: true };
const LEXICON: FilePattern = { name: /^lexicon.*\.txt$/u, shown: 'lexicon.txt', optional: true };
const STYLED = { model: MODEL, voices: exactly('voices.bin'), tokens: TOKENS, dataDir: DATA, lexicon: LEXICON };

/** The files of each type, under the names that sherpa-onnx gives them in its config. */
export const TTS_MODELS: Readonly<Record<SherpaTtsModelType, FilePatterns<string>>> = {
  vits: { model: MODEL, tokens: TOKENS, dataDir: DATA, lexicon: LEXICON },
  kokoro: STYLED,
  kitten: { model: MODEL, voices: exactly('voices.bin'), tokens: TOKENS, dataDir: DATA },
  matcha: {
    acousticModel: named(/^model-steps.*\.onnx$/u, 'model-steps*.onnx'),
    vocoder: named(/^(?:vocos|hifigan).*\.onnx$/u, 'vocos*.onnx'),
    tokens: TOKENS,
    dataDir: DATA,
    lexicon: LEXICON,
  },
  supertonic: {
    durationPredictor: named(/^duration_predictor.*\.onnx$/u, 'duration_predictor*.onnx'),
    textEncoder: named(/^text_encoder.*\.onnx$/u, 'text_encoder*.onnx'),
    vectorEstimator: named(/^vector_estimator.*\.onnx$/u, 'vector_estimator*.onnx'),
    vocoder: named(/^vocoder.*\.onnx$/u, 'vocoder*.onnx'),
    ttsJson: exactly('tts.json'),
    unicodeIndexer: exactly('unicode_indexer.bin'),
    voiceStyle: exactly('voice.bin'),
  },
};
