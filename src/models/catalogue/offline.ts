import type { CatalogueModel } from '../model.ts';
import { createRecogniser } from './createRecogniser.ts';
import { EUROPEAN_LANGUAGES, WHISPER_LANGUAGES } from './languages.ts';

const WHISPER = { name: 'MIT', url: 'https://github.com/openai/whisper/blob/main/LICENSE' };
const MOONSHINE = { name: 'MIT', url: 'https://github.com/moonshine-ai/moonshine/blob/main/LICENSE' };
const PARAKEET_PAGE = 'pretrained_models/offline-transducer/nemo-transducer-models.html';
const WHISPER_PAGE = 'pretrained_models/whisper/tiny.en.html';
const MOONSHINE_PAGE = 'moonshine/models.html';

/** Recognisers that transcribe a whole segment of speech. */
export const OFFLINE_RECOGNISERS: readonly CatalogueModel[] = [
  createRecogniser({
    name: 'parakeet-tdt-0.6b-v2',
    type: 'nemo-transducer',
    languages: ['en'],
    licence: { name: 'CC-BY-4.0', url: 'https://huggingface.co/nvidia/parakeet-tdt-0.6b-v2' },
    archive: 'nemo-parakeet-tdt-0.6b-v2-int8',
    bytes: 482_468_385,
    sha256: '157c157bc51155e03e37d2466522a3a737dd9c72bb25f36eb18912964161e1ad',
    page: PARAKEET_PAGE,
    figures: ['real-time factor 0.118 (int8, the example on the page)'],
    otherFigures: [
      {
        text: 'word error rate 6.05 % (mean of eight sets, before int8)',
        source: 'https://huggingface.co/nvidia/parakeet-tdt-0.6b-v2',
      },
    ],
    smaller: 'parakeet-tdt-110m-en',
  }),
  createRecogniser({
    name: 'parakeet-tdt-0.6b-v3',
    type: 'nemo-transducer',
    languages: EUROPEAN_LANGUAGES,
    licence: { name: 'CC-BY-4.0', url: 'https://huggingface.co/nvidia/parakeet-tdt-0.6b-v3' },
    archive: 'nemo-parakeet-tdt-0.6b-v3-int8',
    bytes: 487_170_055,
    sha256: '5793d0fd397c5778d2cf2126994d58e9d56b1be7c04d13c7a15bb1b4eafb16bf',
    page: PARAKEET_PAGE,
    figures: ['real-time factor 0.325 (int8, the example on the page)'],
    smaller: 'whisper-base',
  }),
  createRecogniser({
    name: 'parakeet-tdt-110m-en',
    type: 'nemo-transducer',
    languages: ['en'],
    licence: { name: 'CC-BY-4.0', url: 'https://huggingface.co/nvidia/parakeet-tdt_ctc-110m' },
    archive: 'nemo-parakeet_tdt_transducer_110m-en-36000-int8',
    bytes: 108_035_095,
    sha256: 'f628312e9fdf8686374cb01a69425c41732529d540860311f16f37cbc32cfe9b',
    page: PARAKEET_PAGE,
    figures: [],
    smaller: 'moonshine-tiny-en',
  }),
  createRecogniser({
    name: 'moonshine-base-en',
    type: 'moonshine',
    languages: ['en'],
    licence: MOONSHINE,
    archive: 'moonshine-base-en-int8',
    bytes: 250_807_309,
    sha256: '21870cecaa2e44e4e2bf63e02d1072bed183ccd10284871353bd9d24dad14e5e',
    page: MOONSHINE_PAGE,
    figures: ['real-time factor 0.066 (int8, the example on the page)'],
    smaller: 'moonshine-tiny-en',
  }),
  createRecogniser({
    name: 'moonshine-tiny-en',
    type: 'moonshine',
    languages: ['en'],
    licence: MOONSHINE,
    archive: 'moonshine-tiny-en-int8',
    bytes: 107_600_538,
    sha256: 'd5fe6ec4334fef36255b2a4010412cad4c007e33103fec62fb5d17cad88086f2',
    page: MOONSHINE_PAGE,
    figures: ['real-time factor 0.032 (int8, the example on the page)'],
  }),
  createRecogniser({
    name: 'sense-voice',
    type: 'sense-voice',
    languages: ['zh', 'en', 'ja', 'ko', 'yue'],
    licence: {
      name: 'FunASR 1.1',
      url: 'https://github.com/modelscope/FunASR/blob/main/MODEL_LICENSE',
    },
    archive: 'sense-voice-zh-en-ja-ko-yue-int8-2025-09-09',
    bytes: 165_783_878,
    sha256: '7305f7905bfcf77fa0b39388a313f3da35c68d971661a65475b56fb2162c8e63',
    page: 'sense-voice/pretrained.html',
    figures: ['real-time factor 0.09 to 0.11 (the examples on the page)'],
  }),
  createRecogniser({
    name: 'whisper-tiny.en',
    type: 'whisper',
    languages: ['en'],
    licence: WHISPER,
    archive: 'whisper-tiny.en',
    bytes: 118_071_777,
    sha256: '2bd6cf965c8bb3e068ef9fa2191387ee63a9dfa2a4e37582a8109641c20005dd',
    page: WHISPER_PAGE,
    figures: ['real-time factor 0.547 (int8, one thread, Raspberry Pi 4)'],
  }),
  createRecogniser({
    name: 'whisper-base',
    type: 'whisper',
    languages: WHISPER_LANGUAGES,
    licence: WHISPER,
    archive: 'whisper-base',
    bytes: 207_557_382,
    sha256: '911b2083efd7c0dca2ac3b358b75222660dc09fb716d64fbfc417ba6c99ff3de',
    page: WHISPER_PAGE,
    figures: [],
    smaller: 'whisper-tiny',
  }),
  createRecogniser({
    name: 'whisper-tiny',
    type: 'whisper',
    languages: WHISPER_LANGUAGES,
    licence: WHISPER,
    archive: 'whisper-tiny',
    bytes: 116_204_861,
    sha256: 'c46116994e539aa165266d96b325252728429c12535eb9d8b6a2b10f129e66b1',
    page: WHISPER_PAGE,
    figures: [],
  }),
];
