import type { WasmMemory } from '../../../../src/core/wasm.ts';

/** A program's command line and output. */
export interface WasiProcess {
  /** The command line, with the program's name. */
  readonly args: readonly string[];
  readonly memory: () => WasmMemory;
  /** Called when the program has written to its output (1) or its errors (2), before the program goes on. */
  readonly onWrite: (descriptor: number, text: string) => void;
}

/** Thrown by the program's own call of `exit`. */
export class WasiExit extends Error {
  override readonly name: string = 'WasiExit';
}

/**
 * Creates the functions of WASI that Flite imports: it reads its command line and writes lines. Files and standard input
 * do not exist. The clock stands still, because Flite reads it only to print how long it took.
 */
export function createWasiImports({ args, memory, onWrite }: WasiProcess): Readonly<Record<string, object>> {
  const encoded = args.map((argument) => new TextEncoder().encode(`${argument}\0`));
  const view = (): DataView => new DataView(memory().buffer);
  const writeUint32 = (at: number, value: number): void => view().setUint32(at, value, true);
  return {
    args_sizes_get: (count: number, bytes: number) => {
      writeUint32(count, encoded.length);
      writeUint32(
        bytes,
        encoded.reduce((sum, { length }) => sum + length, 0),
      );
      return SUCCESS;
    },
    args_get: (pointers: number, bytes: number) => {
      let at = bytes;
      for (const [index, argument] of encoded.entries()) {
        writeUint32(pointers + POINTER_BYTES * index, at);
        new Uint8Array(memory().buffer).set(argument, at);
        at += argument.length;
      }
      return SUCCESS;
    },
    clock_time_get: (_clock: number, _precision: bigint, time: number) => {
      view().setBigUint64(time, 0n, true);
      return SUCCESS;
    },
    // Reports all descriptors as terminals, so that the program writes line by line.
    fd_fdstat_get: (_descriptor: number, status: number) => {
      new Uint8Array(memory().buffer).fill(0, status, status + STATUS_BYTES);
      view().setUint8(status, CHARACTER_DEVICE);
      view().setBigUint64(status + RIGHTS_OFFSET, RIGHT_TO_WRITE, true);
      return SUCCESS;
    },
    fd_write: (descriptor: number, parts: number, count: number, written: number) => {
      const output = readParts(view(), parts, count);
      writeUint32(written, output.length);
      onWrite(descriptor, new TextDecoder().decode(output));
      return SUCCESS;
    },
    fd_close: () => SUCCESS,
    fd_read: () => BAD_DESCRIPTOR,
    fd_seek: () => BAD_DESCRIPTOR,
    fd_fdstat_set_flags: () => BAD_DESCRIPTOR,
    // Ends the program's search for folders that it may read.
    fd_prestat_get: () => BAD_DESCRIPTOR,
    fd_prestat_dir_name: () => BAD_DESCRIPTOR,
    path_open: () => BAD_DESCRIPTOR,
    proc_exit: (status: number) => {
      throw new WasiExit(`exit ${status}`);
    },
  };
}

const POINTER_BYTES = 4;
const SUCCESS = 0;
const BAD_DESCRIPTOR = 8;
const STATUS_BYTES = 24;
const RIGHTS_OFFSET = 8;
const CHARACTER_DEVICE = 2;
const RIGHT_TO_WRITE = 0x40n;

/** Reads the bytes of `count` pieces of output, given as pointers and lengths. */
function readParts(view: DataView, parts: number, count: number): Uint8Array {
  const pieces = Array.from({ length: count }, (_, index) => {
    const part = parts + 2 * POINTER_BYTES * index;
    const [at, length] = [view.getUint32(part, true), view.getUint32(part + POINTER_BYTES, true)];
    return Buffer.from(view.buffer as ArrayBuffer, at, length);
  });
  return Buffer.concat(pieces);
}
