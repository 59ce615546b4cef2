import type { CatalogueModel } from '../model.ts';

const SHERPA_MODELS = 'https://github.com/k2-fsa/sherpa-onnx/releases/download/asr-models';

/** Models that turn speech into text. */
export const RECOGNISERS: readonly CatalogueModel[] = [
  {
    name: 'zipformer-en-20M',
    kind: 'stt',
    type: 'zipformer-transducer',
    languages: ['en'],
    licence: {
      name: 'Apache-2.0',
      url: 'https://huggingface.co/desh2608/icefall-asr-librispeech-pruned-transducer-stateless7-streaming-small',
    },
    files: [
      {
        url: `${SHERPA_MODELS}/sherpa-onnx-streaming-zipformer-en-20M-2023-02-17.tar.bz2`,
        bytes: 127_887_156,
        sha256: '9c559283e8498d3fe95913c79ca1cb454bb26281ac2b102b41306c7d752765d9',
        archive: 'tar.bz2',
      },
    ],
    needs: ['sherpa-onnx-node'],
    figures: [],
    source: 'https://k2-fsa.github.io/sherpa/onnx/pretrained_models/online-transducer/zipformer-transducer-models.html',
  },
  {
    name: 'whisper-tiny.en',
    kind: 'stt',
    type: 'whisper',
    languages: ['en'],
    licence: { name: 'MIT', url: 'https://github.com/openai/whisper/blob/main/LICENSE' },
    files: [
      {
        url: `${SHERPA_MODELS}/sherpa-onnx-whisper-tiny.en.tar.bz2`,
        bytes: 118_000_000,
        rounded: true,
        sha256: null,
        archive: 'tar.bz2',
      },
    ],
    needs: ['sherpa-onnx-node'],
    figures: [],
    source: 'https://k2-fsa.github.io/sherpa/onnx/pretrained_models/whisper/tiny.en.html',
  },
];
