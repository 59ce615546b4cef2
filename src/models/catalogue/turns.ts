import type { CatalogueModel } from '../model.ts';
import { RECORDED } from './addresses.ts';
import { SMART_TURN_LANGUAGES } from './languages.ts';

/** Models that hear the end of a turn. */
export const TURN_MODELS: readonly CatalogueModel[] = [
  {
    name: 'smart-turn-v3.2',
    kind: 'turns',
    type: 'smart-turn',
    languages: SMART_TURN_LANGUAGES,
    licence: { name: 'BSD-2-Clause', url: 'https://github.com/pipecat-ai/smart-turn/blob/main/LICENSE' },
    files: [
      {
        url: 'https://huggingface.co/pipecat-ai/smart-turn-v3/resolve/f766f81d3cfdf7737ac64aad813d91bbfd56bf93/smart-turn-v3.2-cpu.onnx',
        bytes: 8_679_182,
        sha256: '2bb026316b14a660486a75b1733cd3fbab8c2fd0314dc9af7be49f8cca967e4f',
        archive: null,
        path: 'smart-turn-v3.2-cpu.onnx',
      },
    ],
    needs: ['onnxruntime-node'],
    figures: [
      {
        text: '12 ms a decision on a modern CPU, 60 ms on a small server (v3.0)',
        source: 'https://www.daily.co/blog/announcing-smart-turn-v3-with-cpu-inference-in-just-12ms',
      },
    ],
    source: `https://huggingface.co/pipecat-ai/smart-turn-v3; ${RECORDED}`,
  },
];
