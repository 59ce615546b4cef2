import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AntiphonError } from '../../src/core/errors.ts';
import { wasm, type WasmMemory } from '../../src/core/wasm.ts';
import { WINDOW_SAMPLES, type SampleRate } from './messages.ts';

/** The bundled Silero v6 in WebAssembly, for one sample rate: synchronous, shared by all streams of the thread. */
export interface SileroKernel {
  /** Opens a stream without a past. Close it: its memory goes to the next one. */
  openStream(): KernelStream;
}

export interface KernelStream {
  /** Returns the probability of speech, 0 to 1, of the stream's next window. Does not keep the window. */
  score(window: Int16Array): number;
  close(): void;
}

/** Functions of kernels/silero/index.ts. */
interface KernelExports {
  readonly memory: WasmMemory;
  prepare(sampleRate: SampleRate): number;
  windowPlace(): number;
  openStream(): number;
  closeStream(stream: number): void;
  score(stream: number): number;
}

/** Checksums of the weights: damaged ones would load without an error. */
const WEIGHTS_SHA256: Readonly<Record<SampleRate, string>> = {
  8000: 'a5eb07e384ab31f1627e4ed5abd6e0ee7fa4b82636b26b3e652267927665d2a4',
  16000: '1bdf26702f36830991375a6c7aaa412aeede2f2504ced14f663dc0057977758e',
};

const kernels = new Map<SampleRate, SileroKernel>();

/**
 * Returns the kernel of this thread for a sample rate. The first call loads it, which takes a few milliseconds.
 *
 * @throws AntiphonError `vad_failed` if its files are missing or damaged
 */
export function findKernel(sampleRate: SampleRate): SileroKernel {
  const kernel = kernels.get(sampleRate) ?? loadKernel(sampleRate);
  kernels.set(sampleRate, kernel);
  return kernel;
}

function loadKernel(sampleRate: SampleRate): SileroKernel {
  const weights = readBuilt(`#silero-weights-${sampleRate}`);
  const sha256 = createHash('sha256').update(weights).digest('hex');
  if (sha256 !== WEIGHTS_SHA256[sampleRate])
    throw new AntiphonError(
      'vad_failed',
      `the weights of Silero VAD for ${sampleRate} Hz are damaged: sha256 ${sha256}`,
    );
  const { exports } = new wasm.Instance(new wasm.Module(readBuilt('#silero-kernel')));
  return createKernel(exports as KernelExports, weights, sampleRate);
}

function createKernel(kernel: KernelExports, weights: Uint8Array, sampleRate: SampleRate): SileroKernel {
  const weightsPlace = kernel.prepare(sampleRate);
  new Uint8Array(kernel.memory.buffer).set(weights, weightsPlace);
  const place = kernel.windowPlace();
  let input = new Int16Array();
  const write = (window: Int16Array): void => {
    // Memory that has grown has a new buffer.
    if (input.length === 0) input = new Int16Array(kernel.memory.buffer, place, WINDOW_SAMPLES[sampleRate]);
    input.set(window);
  };
  return {
    openStream(): KernelStream {
      const stream = kernel.openStream();
      return {
        score(window: Int16Array): number {
          write(window);
          return kernel.score(stream);
        },
        close: () => kernel.closeStream(stream),
      };
    },
  };
}

function readBuilt(name: string): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(readFileSync(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new AntiphonError('vad_failed', `cannot read a file of Silero VAD: ${String(cause)}`, { cause });
  }
}
