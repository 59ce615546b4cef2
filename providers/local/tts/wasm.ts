/** The part of WebAssembly that this folder uses; Node's types do not declare it. */
export interface WasmModule {
  readonly [Symbol.toStringTag]: 'WebAssembly.Module';
}

export type WasmFunction = (...args: readonly number[]) => number;

/** The exports of the eSpeak NG build. */
export interface WasmInstance {
  readonly exports: {
    readonly memory: { readonly buffer: ArrayBuffer };
    readonly __indirect_function_table: WasmTable;
  };
}

export interface WasmTable {
  get(index: number): WasmFunction | null;
  set(index: number, value: WasmFunction): void;
}

interface Wasm {
  compile(bytes: Uint8Array): Promise<WasmModule>;
  instantiate(module: WasmModule, imports: object): Promise<WasmInstance>;
  readonly Module: new (bytes: Uint8Array) => WasmModule;
  readonly Instance: new (module: WasmModule, imports: object) => { readonly exports: unknown };
}

export const wasm: Wasm = (globalThis as unknown as { readonly WebAssembly: Wasm }).WebAssembly;
