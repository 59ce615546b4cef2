// Compiles the WebAssembly kernel of Silero VAD, and puts it, its weights and the model's notice beside the built worker.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';
import { LICENCE, readModel } from './silero/model.mjs';
import { decodeModel } from './silero/onnx.mjs';
import { arrangeWeights } from './silero/weights.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const target = `${root}dist/providers/silero`;

// Warning 112 is about v128 in exports for JavaScript; only modules of the kernel exchange it.
const OPTIONS = '-O3 --converge --noAssert --enable simd --runtime stub --use abort= --disableWarning 112'.split(' ');
const messages = [];

mkdirSync(target, { recursive: true });
const { error } = await asc.main(
  ['kernels/silero/index.ts', '--baseDir', root, '--outFile', 'dist/providers/silero/silero.wasm', ...OPTIONS],
  { stderr: { write: (text) => messages.push(text) } },
);
if (error || messages.length > 0) throw new Error(`cannot compile the kernel of Silero VAD:\n${messages.join('')}`);

const model = decodeModel(readModel());
for (const sampleRate of [16_000, 8000])
  writeFileSync(`${target}/silero_vad_v6_${sampleRate}.weights`, arrangeWeights(model, sampleRate));
writeFileSync(`${target}/silero_vad_v6.LICENSE`, LICENCE);
