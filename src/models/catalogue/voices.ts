import type { CatalogueModel } from '../model.ts';
import { RELEASES } from './addresses.ts';
import { createPiperVoice, createVoice } from './createVoice.ts';
import { SUPERTONIC_LANGUAGES } from './languages.ts';

const KOKORO = { name: 'Apache-2.0', url: 'https://huggingface.co/hexgrad/Kokoro-82M' };
const KOKORO_PAGE = 'pretrained_models/kokoro.html';
const RASPBERRY_PI = 'one thread, Raspberry Pi 4';

/** Voices for several languages, and English ones that are not Piper's. */
const LARGE_VOICES: readonly CatalogueModel[] = [
  createVoice({
    name: 'kokoro-multi-lang-v1_0',
    type: 'kokoro',
    languages: ['en', 'zh'],
    licence: KOKORO,
    archive: 'kokoro-multi-lang-v1_0',
    bytes: 349_906_910,
    sha256: 'c5f7e2d2caf082bc1d20fb70334a61d99d20b484500aad32e7cf84c128ea3298',
    page: KOKORO_PAGE,
    figures: [`real-time factor 7.6 (${RASPBERRY_PI})`],
    smaller: 'matcha-icefall-en_US-ljspeech',
  }),
  createVoice({
    name: 'kokoro-en-v0_19',
    type: 'kokoro',
    languages: ['en'],
    licence: KOKORO,
    archive: 'kokoro-en-v0_19',
    bytes: 319_625_534,
    sha256: '912804855a04745fa77a30be545b3f9a5d15c4d66db00b88cbcd4921df605ac7',
    page: KOKORO_PAGE,
    figures: [`real-time factor 6.6 (${RASPBERRY_PI})`],
    smaller: 'matcha-icefall-en_US-ljspeech',
  }),
  createVoice({
    name: 'supertonic-3',
    type: 'supertonic',
    languages: SUPERTONIC_LANGUAGES,
    licence: { name: 'OpenRAIL-M', url: 'https://huggingface.co/Supertone/supertonic-3/blob/main/LICENSE' },
    archive: 'sherpa-onnx-supertonic-3-tts-int8-2026-05-11',
    bytes: 128_774_318,
    sha256: '82fa96f91c4ef8abaae3a14a3f4153facf88bed821d1f7331cec2700f432c427',
    page: 'supertonic.html',
    figures: [],
  }),
  createVoice({
    name: 'matcha-icefall-en_US-ljspeech',
    type: 'matcha',
    languages: ['en-US'],
    licence: { name: 'Apache-2.0', url: 'https://github.com/k2-fsa/icefall/blob/master/LICENSE' },
    archive: 'matcha-icefall-en_US-ljspeech',
    bytes: 76_741_121,
    sha256: 'ea75702da7456a8b1874728278a835220dc8a26f4e8bd93c83bf53dc27679845',
    others: [
      {
        url: `${RELEASES}/vocoder-models/vocos-22khz-univ.onnx`,
        bytes: 53_884_024,
        sha256: '0574a135aa1db2de6e181050db2ec528496cacd4a4701fc5d7faf9f9804c0081',
        archive: null,
        path: 'vocos-22khz-univ.onnx',
      },
    ],
    page: 'pretrained_models/matcha.html',
    figures: [`real-time factor 0.94 (${RASPBERRY_PI})`],
    smaller: 'piper-en_US-ljspeech-medium-int8',
  }),
];

/** The smallest voice. */
const SMALL_VOICES: readonly CatalogueModel[] = [
  createVoice({
    name: 'kitten-nano-en-v0_2',
    type: 'kitten',
    languages: ['en'],
    licence: { name: 'Apache-2.0', url: 'https://huggingface.co/KittenML/kitten-tts-nano-0.2' },
    archive: 'kitten-nano-en-v0_2-fp16',
    bytes: 26_586_708,
    sha256: '0345a8a2f4a710cb8f7912c9a731ded8b3e1e69b33a871efa95c2e64651518fe',
    page: 'kitten.html',
    figures: [],
  }),
];

const PIPER_VOICES: readonly CatalogueModel[] = [
  createPiperVoice({
    voice: 'en_US-lessac-medium',
    licence: 'research only',
    bytes: 67_230_653,
    sha256: '9e3febfacf0abf4270172d2958bcec246032b7e88efc2720840cc80c93de334e',
    figures: [`real-time factor 0.77 (${RASPBERRY_PI})`],
    smaller: 'piper-en_US-ljspeech-medium-int8',
  }),
  createPiperVoice({
    voice: 'en_US-ljspeech-medium-int8',
    licence: 'public domain',
    bytes: 21_090_429,
    sha256: '24dc3bd77dd48c291e52c297878d3437c9492f245d823d7f6a06c4bbb67f4b6b',
  }),
  createPiperVoice({
    voice: 'en_GB-alan-medium',
    licence: 'unclear',
    bytes: 67_220_121,
    sha256: 'a48d4017da0f77668b27bed63fe6e04dd64c6397e1fadad4f460efb0ef7c9012',
  }),
  createPiperVoice({
    voice: 'de_DE-thorsten-medium',
    licence: 'CC0-1.0',
    bytes: 67_214_254,
    sha256: '50487d9c95fdf2191f31d2588569381063ba1591dcd4c7d4bdd30f12b2191714',
    smaller: 'piper-de_DE-thorsten-medium-int8',
  }),
  createPiperVoice({
    voice: 'de_DE-thorsten-medium-int8',
    licence: 'CC0-1.0',
    bytes: 20_949_833,
    sha256: '07e240b7b9c1fc9211d5a69512f8cbe11b3286c2ed79c15c076ac6ed427fdf13',
  }),
  createPiperVoice({
    voice: 'fr_FR-siwis-medium-int8',
    licence: 'CC-BY-4.0',
    bytes: 20_914_888,
    sha256: '3909cff9b3cfd4820c66aa13bf554315c82e34899c161f0b446ece372bc4b5ec',
  }),
  createPiperVoice({
    voice: 'es_ES-davefx-medium-int8',
    licence: 'CC0-1.0',
    bytes: 21_171_632,
    sha256: '8bb8ac1cefb727caec9bd9c6c3185c673c8b42c53bd29bb25d5a7715dac37125',
  }),
  createPiperVoice({
    voice: 'it_IT-paola-medium-int8',
    licence: 'CC0-1.0',
    bytes: 21_143_212,
    sha256: '2b975ed305391c056944a4dde67ee754dd824099503a860295bb4c1d724662d8',
  }),
  createPiperVoice({
    voice: 'pt_BR-faber-medium',
    licence: 'CC0-1.0',
    bytes: 67_183_065,
    sha256: '7add3f923ad6bc25ca8a192805fd1a64d1b3893e4611c4a9719545a825039a83',
  }),
  createPiperVoice({
    voice: 'nl_NL-ronnie-medium-int8',
    licence: 'CC0-1.0',
    bytes: 21_158_108,
    sha256: 'eb16022c9c8ee48b75dc833e8a8b04e08730929ea68cde9b67e2dc712f988978',
  }),
];

/** Models that speak. */
export const VOICES: readonly CatalogueModel[] = [...LARGE_VOICES, ...PIPER_VOICES, ...SMALL_VOICES];
