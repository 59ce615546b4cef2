/** The part of WebAssembly that the engines use, which Node's types do not declare. */
export interface Wasm {
  compile(bytes: Uint8Array): Promise<WasmModule>;
  instantiate(module: WasmModule, imports: object): Promise<WasmInstance>;
  readonly Module: new (bytes: Uint8Array) => WasmModule;
  readonly Instance: new (module: WasmModule, imports?: object) => WasmInstance;
}

export interface WasmModule {
  readonly [Symbol.toStringTag]: 'WebAssembly.Module';
}

export interface WasmInstance<Exports = unknown> {
  readonly exports: Exports;
}

/** Linear memory. Its buffer is replaced when it grows. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

export type WasmFunction = (...args: readonly number[]) => number;

export interface WasmTable {
  get(index: number): WasmFunction | null;
  set(index: number, value: WasmFunction): void;
}

declare const WebAssembly: Wasm;

/** The platform's WebAssembly. */
export const wasm: Wasm = WebAssembly;
