import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A package that stands in for `espeak-ng`. */
export interface StandIn {
  /** What to import it by. */
  readonly specifier: string;
  remove(): Promise<void>;
}

/** The real engine, but the thread that is to speak "farewell" exits. */
export function mortalEngine(): Promise<StandIn> {
  return standIn(`
    import speak from '${pathToFileURL(real).href}';
    export default (options) => {
      const [prepare] = options.preRun;
      const overhear = (module) => prepare({ FS: { writeFile: (path, text) => {
        if (text === 'farewell') process.exit(7);
        module.FS.writeFile(path, text);
      } } });
      return speak({ ...options, preRun: [overhear] });
    };`);
}

/** Another WebAssembly program under the engine's name. */
export async function otherProgram(): Promise<StandIn> {
  const table = [0x04, 0x04, 0x01, 0x70, 0x00, 0x20];
  const names = '__indirect_function_table';
  const exported = [names.length, ...Buffer.from(names), 0x01, 0x00];
  const wasm = [0x00, 0x61, 0x73, 0x6d, 0x01, 0, 0, 0, ...table, 0x07, exported.length + 1, 0x01, ...exported];
  const program = 'export default (options) => new Promise(() => options.instantiateWasm({}, () => {}));';
  return standIn(program, Uint8Array.from(wasm));
}

const real = createRequire(import.meta.url).resolve('espeak-ng');

async function standIn(program: string, wasm?: Uint8Array): Promise<StandIn> {
  const folder = await mkdtemp(join(tmpdir(), 'antiphon-voice-'));
  const specifier = join(folder, 'espeak-ng.mjs');
  await writeFile(specifier, program);
  if (wasm === undefined) await symlink(join(dirname(real), 'espeak-ng.wasm'), join(folder, 'espeak-ng.wasm'));
  else await writeFile(join(folder, 'espeak-ng.wasm'), wasm);
  return { specifier, remove: () => rm(folder, { recursive: true }) };
}
