import { readFileSync } from 'node:fs';
import { AntiphonError } from '../../src/core/errors.ts';
import { messageOf } from '../../src/core/messageOf.ts';
import { findPackageFile } from '../../src/wire/packageFile.ts';
import { wasm, type WasmMemory } from '../../src/core/wasm.ts';
import { WINDOW_SAMPLES, type SampleRate } from './messages.ts';

/** The bundled Silero v6 in WebAssembly, for one sample rate: synchronous, shared by all streams of the thread. */
export interface SileroKernel {
  /** Opens a stream with a fresh state. The caller must close it, so that the next stream can reuse its memory. */
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
  checksum(place: number, length: number): bigint;
  windowPlace(): number;
  openStream(): number;
  closeStream(stream: number): void;
  score(stream: number): number;
}

/** The sizes and checksums of the weight files, because damaged files would load without an error. */
const WEIGHTS: Readonly<Record<SampleRate, { readonly bytes: number; readonly checksum: bigint }>> = {
  8000: { bytes: 862_560, checksum: 0x98d8_4efa_aea5_3e37n },
  16000: { bytes: 1_027_744, checksum: 0x11d1_b649_b243_b0a3n },
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
  const { exports } = new wasm.Instance(new wasm.Module(readBuilt('#silero-kernel')));
  const kernel = exports as KernelExports;
  const place = kernel.prepare(sampleRate);
  const { bytes, checksum } = WEIGHTS[sampleRate];
  if (weights.length === bytes) new Uint8Array(kernel.memory.buffer).set(weights, place);
  if (weights.length !== bytes || BigInt.asUintN(64, kernel.checksum(place, bytes)) !== checksum)
    throw new AntiphonError('vad_failed', `the weights of Silero VAD for ${sampleRate} Hz are damaged`);
  return createKernel(kernel, sampleRate);
}

function createKernel(kernel: KernelExports, sampleRate: SampleRate): SileroKernel {
  const place = kernel.windowPlace();
  let input = new Int16Array();
  const write = (window: Int16Array): void => {
    // The buffer is replaced when the memory grows.
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
    return readFileSync(findPackageFile(name));
  } catch (cause) {
    throw new AntiphonError('vad_failed', `cannot read a file of Silero VAD: ${messageOf(cause)}`, { cause });
  }
}
