import { MODELS } from '../../../src/models/catalogue.ts';
import type { SherpaSttModelType } from '../../../src/models/model.ts';
import type { FilePattern, FilePatterns, ModelChoice } from '../modelFolder.ts';

/** How a type of models is used. */
export interface SttModelUse {
  /** True if the model decodes while the user speaks; false if it decodes whole pieces of audio. */
  readonly streaming: boolean;
  readonly files: FilePatterns<string>;
  /** The setting of sherpa-onnx that takes the files: `transducer`. */
  readonly setting: string;
  /** Further settings of the model. */
  readonly modelType?: string;
  /** True if phrases can be made more likely. */
  readonly hotwords?: true;
  /** The addon times the tokens of some models too early by this factor. Default 1. */
  readonly timeScale?: number;
  /** The setting for the language that is spoken. Default: the model has one language, or detects it. */
  readonly language?: 'language';
}

const onnx = (prefix: string, name: RegExp): FilePattern => ({ name, shown: `${prefix}*.onnx` });

const TOKENS: FilePattern = { name: /tokens\.txt$/u, shown: 'tokens.txt' };
const MODEL: FilePattern = { name: /\.onnx$/u, shown: '*.onnx' };
const ENCODER = onnx('encoder', /encoder.*\.onnx$/u);
const DECODER = onnx('decoder', /decoder.*\.onnx$/u);
const TRANSDUCER = { encoder: ENCODER, decoder: DECODER, joiner: onnx('joiner', /joiner.*\.onnx$/u), tokens: TOKENS };

export const STT_MODELS: Readonly<Record<SherpaSttModelType, SttModelUse>> = {
  'zipformer-transducer': { streaming: true, files: TRANSDUCER, setting: 'transducer', hotwords: true },
  'zipformer-ctc': { streaming: true, files: { model: MODEL, tokens: TOKENS }, setting: 'zipformer2Ctc' },
  // The addon assumes a subsampling of 4; NeMo's FastConformer has 8.
  'nemo-ctc-streaming': {
    streaming: true,
    files: { model: MODEL, tokens: TOKENS },
    setting: 'nemoCtc',
    timeScale: 2,
  },
  moonshine: {
    streaming: false,
    setting: 'moonshine',
    files: {
      encoder: { name: /^encode.*\.(?:onnx|ort)$/u, shown: 'encode*.onnx' },
      preprocessor: { name: /^preprocess.*\.onnx$/u, shown: 'preprocess.onnx', optional: true },
      uncachedDecoder: { name: /^uncached_decode.*\.onnx$/u, shown: 'uncached_decode*.onnx', optional: true },
      cachedDecoder: { name: /^cached_decode.*\.onnx$/u, shown: 'cached_decode*.onnx', optional: true },
      mergedDecoder: { name: /^decoder_model_merged.*\.(?:onnx|ort)$/u, shown: 'decoder_model_merged', optional: true },
      tokens: TOKENS,
    },
  },
  whisper: {
    streaming: false,
    setting: 'whisper',
    files: { encoder: ENCODER, decoder: DECODER, tokens: TOKENS },
    language: 'language',
  },
  'sense-voice': {
    streaming: false,
    setting: 'senseVoice',
    files: { model: MODEL, tokens: TOKENS },
    language: 'language',
  },
  'nemo-transducer': {
    streaming: false,
    setting: 'transducer',
    files: TRANSDUCER,
    modelType: 'nemo_transducer',
    hotwords: true,
  },
};

/** Returns how a model is used, by the given type or its type in the catalogue. Undefined for an unknown model. */
export function findSttUse({ model, model_type }: ModelChoice<SherpaSttModelType>): SttModelUse | undefined {
  const type = model_type ?? MODELS.find(({ name, kind }) => name === model && kind === 'stt')?.type;
  return Object.entries(STT_MODELS).find(([name]) => name === type)?.[1];
}
