import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { createRecogniserSettings } from '../../../providers/sherpa/stt/recogniser.ts';
import { sherpaSttSchema, type SherpaSttSettings } from '../../../providers/sherpa/stt/settings.ts';
import type { SherpaSttModelType } from '../../../src/models/model.ts';
import { findUnsupportedSherpaStt } from '../../../providers/sherpa/stt/unsupported.ts';
import { createVoiceSettings, findLanguage } from '../../../providers/sherpa/tts/voice.ts';
import { sherpaTtsSchema, type SherpaTtsSettings } from '../../../providers/sherpa/tts/settings.ts';
import type { SherpaTtsModelType } from '../../../src/models/model.ts';
import { createModelFolder } from './folder.ts';

const fillStt = (settings: Partial<SherpaSttSettings> = {}) =>
  sherpaSttSchema().parse({ provider: 'sherpa', model: 'm', ...settings });
const fillTts = (settings: Partial<SherpaTtsSettings> = {}) =>
  sherpaTtsSchema().parse({ provider: 'sherpa', model: 'm', ...settings });

const createFiles = (names: readonly string[]): Promise<string> =>
  createModelFolder(async (folder) => {
    for (const name of names)
      await (name.endsWith('/') ? mkdir(join(folder, name)) : writeFile(join(folder, name), ''));
  });

/** The values of a config, with the names of the files in place of their paths. */
function withoutFolders(value: unknown, folder: string): unknown {
  return JSON.parse(JSON.stringify(value), (_, part: unknown) =>
    typeof part === 'string' && part.startsWith(folder) ? basename(part) : part,
  );
}

/** The files as the models are published, and the part of sherpa-onnx's config that names them. */
const RECOGNISERS: readonly (readonly [SherpaSttModelType, files: readonly string[], model: object])[] = [
  [
    'zipformer-transducer',
    [
      'README.md',
      'decoder-epoch-99-avg-1.int8.onnx',
      'decoder-epoch-99-avg-1.onnx',
      'encoder-epoch-99-avg-1.int8.onnx',
      'encoder-epoch-99-avg-1.onnx',
      'joiner-epoch-99-avg-1.int8.onnx',
      'joiner-epoch-99-avg-1.onnx',
      'tokens.txt',
    ],
    {
      transducer: {
        encoder: 'encoder-epoch-99-avg-1.int8.onnx',
        decoder: 'decoder-epoch-99-avg-1.int8.onnx',
        joiner: 'joiner-epoch-99-avg-1.int8.onnx',
      },
    },
  ],
  [
    'zipformer-ctc',
    ['ctc-epoch-20-avg-1-chunk-16-left-128.onnx', 'ctc-epoch-20-avg-1-chunk-16-left-128.int8.onnx', 'tokens.txt'],
    { zipformer2Ctc: { model: 'ctc-epoch-20-avg-1-chunk-16-left-128.int8.onnx' } },
  ],
  ['nemo-ctc-streaming', ['model.onnx', 'tokens.txt'], { nemoCtc: { model: 'model.onnx' } }],
  [
    'moonshine',
    ['preprocess.onnx', 'encode.int8.onnx', 'uncached_decode.int8.onnx', 'cached_decode.int8.onnx', 'tokens.txt'],
    {
      moonshine: {
        preprocessor: 'preprocess.onnx',
        encoder: 'encode.int8.onnx',
        uncachedDecoder: 'uncached_decode.int8.onnx',
        cachedDecoder: 'cached_decode.int8.onnx',
      },
    },
  ],
  [
    'moonshine',
    ['encoder_model.ort', 'decoder_model_merged.ort', 'tokens.txt'],
    { moonshine: { encoder: 'encoder_model.ort', mergedDecoder: 'decoder_model_merged.ort' } },
  ],
  [
    'whisper',
    ['tiny.en-encoder.onnx', 'tiny.en-encoder.int8.onnx', 'tiny.en-decoder.int8.onnx', 'tiny.en-tokens.txt'],
    { whisper: { encoder: 'tiny.en-encoder.int8.onnx', decoder: 'tiny.en-decoder.int8.onnx', language: 'de' } },
  ],
  ['sense-voice', ['model.int8.onnx', 'tokens.txt'], { senseVoice: { model: 'model.int8.onnx', language: 'de' } }],
  [
    'nemo-transducer',
    ['encoder.int8.onnx', 'decoder.int8.onnx', 'joiner.int8.onnx', 'tokens.txt'],
    {
      transducer: { encoder: 'encoder.int8.onnx', decoder: 'decoder.int8.onnx', joiner: 'joiner.int8.onnx' },
      modelType: 'nemo_transducer',
    },
  ],
];

test.each(RECOGNISERS)('a %s model is found by the names of its files: %j', async (type, files, model) => {
  const folder = await createFiles(files);
  const settings = fillStt({ language: 'de-CH', threads: 2 });
  const { config } = createRecogniserSettings({ type, folder, entry: undefined }, settings);
  const tokens = files.find((name) => name.endsWith('tokens.txt'));
  expect(withoutFolders(config, folder)).toMatchObject({
    featConfig: { sampleRate: 16_000, featureDim: 80 },
    modelConfig: { ...model, tokens, numThreads: 2, provider: 'cpu' },
    decodingMethod: 'greedy_search',
  });
});

test('the endpointing of a streaming model is off, because the session ends the segments', async () => {
  const folder = await createFiles(['model.onnx', 'tokens.txt']);
  const { config } = createRecogniserSettings({ type: 'zipformer-ctc', folder, entry: undefined }, fillStt());
  expect(config).toMatchObject({ enableEndpoint: 0 });
});

test('keywords that a model cannot take are reported', () => {
  const keywords = ['Antiphon'];
  expect(findUnsupportedSherpaStt(fillStt({ model: 'whisper-tiny.en', keywords }))).toEqual([
    { path: 'keywords', expected: 'nothing: whisper-tiny.en takes no keywords', got: '["Antiphon"]' },
  ]);
  expect(findUnsupportedSherpaStt(fillStt({ model: 'zipformer-en-20M', keywords }))).toEqual([]);
  expect(findUnsupportedSherpaStt(fillStt({ model_type: 'moonshine', keywords }))).toHaveLength(1);
});

const VOICES: readonly (readonly [SherpaTtsModelType, files: readonly string[], model: object])[] = [
  [
    'vits',
    ['en_US-lessac-medium.onnx', 'en_US-lessac-medium.onnx.json', 'espeak-ng-data/', 'tokens.txt'],
    { model: 'en_US-lessac-medium.onnx', tokens: 'tokens.txt', dataDir: 'espeak-ng-data' },
  ],
  [
    'kokoro',
    ['model.onnx', 'voices.bin', 'tokens.txt', 'espeak-ng-data/'],
    { model: 'model.onnx', voices: 'voices.bin', tokens: 'tokens.txt', dataDir: 'espeak-ng-data', lang: 'de' },
  ],
  [
    'kitten',
    ['model.fp16.onnx', 'voices.bin', 'tokens.txt', 'espeak-ng-data/'],
    { model: 'model.fp16.onnx', voices: 'voices.bin', tokens: 'tokens.txt', dataDir: 'espeak-ng-data' },
  ],
  [
    'matcha',
    ['model-steps-3.onnx', 'vocos-22khz-univ.onnx', 'tokens.txt', 'espeak-ng-data/'],
    { acousticModel: 'model-steps-3.onnx', vocoder: 'vocos-22khz-univ.onnx', dataDir: 'espeak-ng-data' },
  ],
  [
    'supertonic',
    [
      'duration_predictor.int8.onnx',
      'text_encoder.int8.onnx',
      'vector_estimator.int8.onnx',
      'vocoder.int8.onnx',
      'tts.json',
      'unicode_indexer.bin',
      'voice.bin',
    ],
    {
      durationPredictor: 'duration_predictor.int8.onnx',
      textEncoder: 'text_encoder.int8.onnx',
      vectorEstimator: 'vector_estimator.int8.onnx',
      vocoder: 'vocoder.int8.onnx',
      ttsJson: 'tts.json',
      unicodeIndexer: 'unicode_indexer.bin',
      voiceStyle: 'voice.bin',
    },
  ],
];

test.each(VOICES)('a %s voice is found by the names of its files: %j', async (type, files, model) => {
  const folder = await createFiles(files);
  const settings = fillTts({ speaker: 4, speed: 1.2, language: 'de-AT' });
  const voice = createVoiceSettings({ type, folder, entry: undefined }, settings);
  expect(withoutFolders(voice.config, folder)).toMatchObject({ model: { [type]: model }, maxNumSentences: 1 });
  expect(voice.generation).toMatchObject({ sid: 4, speed: 1.2 });
  expect(voice.generation['extra']).toEqual(type === 'supertonic' ? { lang: 'de' } : undefined);
});

test('a voice speaks the language of the settings, or English in a folder', () => {
  expect(findLanguage(fillTts({ language: 'fr' }))).toBe('fr');
  expect(findLanguage(fillTts({ model_type: 'vits' }))).toBe('en');
});
