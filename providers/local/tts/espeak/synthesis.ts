import {
  wasm,
  type WasmFunction,
  type WasmInstance,
  type WasmMemory,
  type WasmModule,
  type WasmTable,
} from '../../../../src/core/wasm.ts';
import type { SynthesisEvent } from '../synthesisEvent.ts';

/** A run of the eSpeak NG build. */
export type EspeakInstance = WasmInstance<{
  readonly memory: WasmMemory;
  readonly __indirect_function_table: WasmTable;
}>;

export interface SynthesisListener {
  audio(samples: Int16Array): void;
  /** Its offset counts code points. */
  event(event: SynthesisEvent): void;
}

/**
 * Replaces the engine's audio callback with `listener`. The program itself only writes the audio to a file and drops
 * the events, which are the only source of exact durations. Throws unless the instance is that of espeak-ng 1.0.2.
 */
export function listenToSynthesis(instance: EspeakInstance, listener: SynthesisListener): void {
  const { memory, __indirect_function_table: table } = instance.exports;
  const callback: WasmFunction = (audio = 0, samples = 0, events = 0) => {
    for (const event of readEvents(new DataView(memory.buffer), events)) listener.event(event);
    if (audio !== 0) listener.audio(new Int16Array(memory.buffer, audio, samples).slice());
    return GO_ON;
  };
  if (!isCallback(table.get(CALLBACK_SLOT)))
    throw new TypeError('expected the program of espeak-ng 1.0.2, got another one');
  table.set(CALLBACK_SLOT, createCallback(callback));
}

/**
 * The program is linked after the library, so the only function of the program whose address is taken is last in the
 * table.
 */
const CALLBACK_SLOT = 24;
const GO_ON = 0;

const EVENT_BYTES = 36;
const EVENT_KINDS: Readonly<Record<number, SynthesisEvent['kind']>> = { 1: 'word', 5: 'end' };

/** Reads a list of `espeak_EVENT` (speak_lib.h). */
function* readEvents(memory: DataView, list: number): Generator<SynthesisEvent> {
  for (let event = list; memory.getInt32(event, true) !== 0; event += EVENT_BYTES) {
    const kind = EVENT_KINDS[memory.getInt32(event, true)];
    if (kind === undefined) continue;
    yield { kind, at: memory.getInt32(event + 8, true) - 1, sample: memory.getInt32(event + 20, true) };
  }
}

const HEADER = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
const TYPE = [0x01, 0x08, 0x01, 0x60, 0x03, 0x7f, 0x7f, 0x7f, 0x01, 0x7f];
const IMPORT = [0x02, 0x07, 0x01, 0x01, 0x65, 0x01, 0x66, 0x00, 0x00];
const EXPORT = [0x07, 0x05, 0x01, 0x01, 0x66, 0x00, 0x00];

/**
 * `(module (import "e" "f" (func (param i32 i32 i32) (result i32))) (export "f" (func 0)))`: a table accepts only
 * functions exported by a module, and a module rejects a WebAssembly function with a different signature.
 */
const CALLBACK_MODULE: WasmModule = new wasm.Module(Uint8Array.from([HEADER, TYPE, IMPORT, EXPORT].flat()));

function createCallback(f: WasmFunction): WasmFunction {
  return (new wasm.Instance(CALLBACK_MODULE, { e: { f } }).exports as { readonly f: WasmFunction }).f;
}

function isCallback(f: WasmFunction | null): boolean {
  if (f === null) return false;
  try {
    createCallback(f);
    return true;
  } catch {
    return false;
  }
}
