import type * as nodeCrypto from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AntiphonError } from '../../src/core/errors.ts';
import { requirePackages } from '../../src/core/requirePackages.ts';
import type { NoiseStream } from '../../src/core/ports.ts';
import { wasm, type WasmMemory } from '../../src/core/wasm.ts';
import { lazyBuiltin } from '../../src/wire/lazyBuiltin.ts';

/** Samples of a frame, at 48 kHz: 10 ms. */
export const FRAME_SAMPLES = 480;

/** RNNoise in WebAssembly: synchronous, shared by all streams of a thread. */
export interface RnnoiseEngine {
  openStream(): NoiseStream;
  /** Returns the size of its memory, in bytes. */
  memoryBytes(): number;
}

/** Exports of `rnnoise.wasm` 0.2.0, whose build has shortened the names. */
interface Exports {
  readonly c: WasmMemory & { grow(pages: number): number };
  /** Runs constructors. */
  d(): void;
  /** `rnnoise_create`: 0 selects the built-in model. Returns 0 if memory is exhausted. */
  h(model: number): number;
  /** `rnnoise_destroy` */
  i(state: number): void;
  /** `rnnoise_process_frame`: output and input may be the same. */
  k(state: number, output: number, input: number): number;
  /** `malloc` */
  l(bytes: number): number;
}

const PACKAGE = '@echogarden/rnnoise-wasm';
const FILE = `${PACKAGE}/rnnoise.wasm`;
const VERSION = '0.2.0';
const SHA256 = '6b4d53ac61b7301fa150020fe529151700726b38d5954552ec043e22e93dada2';
const PAGE_BYTES = 65_536;

const loadCrypto = lazyBuiltin<typeof nodeCrypto>('node:crypto');

/**
 * Loads the engine, which takes 5 ms.
 *
 * @throws AntiphonError `provider_unavailable` if its package is not installed or has another version
 */
export function loadEngine(resolve: (name: string) => string = createRequire(import.meta.url).resolve): RnnoiseEngine {
  const module = new wasm.Module(readChecked(resolve));
  const engine: Exports = new wasm.Instance(module, { a: { a: growTo, b: copyWithin } }).exports as Exports;
  function growTo(bytes: number): number {
    try {
      engine.c.grow(Math.ceil((bytes - engine.c.buffer.byteLength) / PAGE_BYTES));
      return 1;
    } catch {
      return 0;
    }
  }
  function copyWithin(to: number, from: number, bytes: number): void {
    new Uint8Array(engine.c.buffer).copyWithin(to, from, from + bytes);
  }
  engine.d();
  return createEngine(engine);
}

function createEngine(engine: Exports): RnnoiseEngine {
  const place = engine.l(FRAME_SAMPLES * Float32Array.BYTES_PER_ELEMENT);
  let samples = new Float32Array();
  return {
    memoryBytes: () => engine.c.buffer.byteLength,
    openStream() {
      const state = engine.h(0);
      if (state === 0) throw new AntiphonError('provider_unavailable', 'RNNoise has no memory for another stream');
      let quietFrames = 0;
      return {
        process(frame) {
          quietFrames = isZero(frame) ? quietFrames + 1 : 0;
          // During silence, values decay into denormal numbers, which would needlessly take twice the time.
          if (quietFrames > 2) return;
          // The buffer is replaced when the memory grows.
          if (samples.length === 0) samples = new Float32Array(engine.c.buffer, place, FRAME_SAMPLES);
          samples.set(frame);
          engine.k(state, place, place);
          samples.forEach((sample, at) => void (frame[at] = Math.max(-32_768, Math.min(32_767, Math.round(sample)))));
        },
        close: () => engine.i(state),
      };
    },
  };
}

function isZero(frame: Int16Array): boolean {
  return frame.every((sample) => sample === 0);
}

function readChecked(resolve: (name: string) => string): Uint8Array<ArrayBuffer> {
  const needs = { code: 'provider_unavailable', provider: 'rnnoise' } as const;
  requirePackages([PACKAGE], 'noise suppression', { ...needs, resolve: () => resolve(FILE) });
  const bytes = readFileSync(resolve(FILE));
  if (loadCrypto().createHash('sha256').update(bytes).digest('hex') === SHA256) return bytes;
  const message = `noise suppression needs version ${VERSION} of the package ${PACKAGE}, but another one is installed: npm install ${PACKAGE}@${VERSION}`;
  throw new AntiphonError(needs.code, message, needs);
}
