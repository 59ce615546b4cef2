import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { concatSamples } from '../../../../src/core/audio.ts';
import { requirePackages } from '../../../../src/core/requirePackages.ts';
import { wasm, type WasmModule } from '../../../../src/core/wasm.ts';
import type { SynthesisEvent } from '../synthesisEvent.ts';
import { listenToSynthesis, type EspeakInstance } from './synthesis.ts';

/** The result of one run of `espeak-ng`. */
export interface Run {
  readonly printed: readonly string[];
  /** Its error messages. */
  readonly faults: readonly string[];
  readonly samples: Int16Array;
  readonly events: readonly SynthesisEvent[];
}

/** Runs `espeak-ng` with command line `options` over `text`. */
export type Program = (options: readonly string[], text: string) => Promise<Run>;

/**
 * Loads the optional package and compiles it once. Each run uses a new instance, because an instance can run only once.
 * Rejects with `provider_unavailable` if the package is not installed.
 */
export async function loadProgram(specifier: string): Promise<Program> {
  const resolve = (): string => createRequire(import.meta.url).resolve(specifier);
  requirePackages(['espeak-ng'], 'TTS.Local', { code: 'provider_unavailable', provider: 'local', resolve });
  const entry = resolve();
  const module = await wasm.compile(await readFile(join(entry, '..', 'espeak-ng.wasm')));
  const { default: start } = (await import(pathToFileURL(entry).href)) as { readonly default: EmscriptenStart };
  return (options, text) => runProgram(start, module, options, text);
}

type EmscriptenStart = (options: object) => Promise<unknown>;

interface EmscriptenModule {
  readonly FS: { writeFile(path: string, content: string): void };
}

type Instantiated = (instance: EspeakInstance) => void;

const TEXT_FILE = '/text';

async function runProgram(
  start: EmscriptenStart,
  module: WasmModule,
  options: readonly string[],
  text: string,
): Promise<Run> {
  const printed: string[] = [];
  const errors: string[] = [];
  const audio: Int16Array[] = [];
  const events: SynthesisEvent[] = [];
  const instantiate = async (imports: object, runProgram: Instantiated): Promise<void> => {
    const instance = (await wasm.instantiate(module, imports)) as EspeakInstance;
    listenToSynthesis(instance, { audio: (part) => audio.push(part), event: (event) => events.push(event) });
    runWithShortStacks(() => runProgram(instance));
  };
  await new Promise<void>((resolve, reject) => {
    const program = start({
      arguments: ['-q', '-b', '1', ...options, '-f', TEXT_FILE],
      preRun: [({ FS }: EmscriptenModule) => FS.writeFile(TEXT_FILE, text)],
      print: (line: string) => printed.push(line),
      printErr: (line: string) => errors.push(line),
      quit,
      instantiateWasm: (imports: object, runProgram: Instantiated) => {
        instantiate(imports, runProgram).then(resolve, reject);
        return {};
      },
    });
    program.catch(reject);
  });
  const faults = errors.filter((line) => !line.startsWith(EXIT_MESSAGE));
  return { printed, faults, samples: concatSamples(audio), events: toUtf16Offsets(text, events) };
}

/**
 * Runs `work` with the shortest stack traces. The program looks for files in a file system that throws for each missing
 * one, hundreds of times, and the stacks would take half the time of an utterance. One frame remains, because in Bun an
 * error without a frame has no `stack`, which the program reads.
 */
function runWithShortStacks(work: () => void): void {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 1;
  try {
    work();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Replaces Emscripten's `quit`, which sets the exit code of the process. */
function quit(_status: number, thrown: unknown): never {
  throw thrown;
}

/** Written to stderr by Emscripten when the program exits. */
const EXIT_MESSAGE = 'program exited';

/** Converts the events' offsets from code points to UTF-16. */
function toUtf16Offsets(text: string, events: readonly SynthesisEvent[]): readonly SynthesisEvent[] {
  const offsets: number[] = [];
  let offset = 0;
  for (const character of text) {
    offsets.push(offset);
    offset += character.length;
  }
  return events.map((event) => ({ ...event, at: offsets[event.at] ?? offset }));
}
