import { createRequire } from 'node:module';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findExcess } from './grammarBounds.ts';
import { addSilence } from './jsgf.ts';
import { createLeveller } from './leveller.ts';

/** The rate of the engine's models, in Hz. */
export const ENGINE_SAMPLE_RATE = 16_000;

export type Language = 'en-US' | 'fr-FR';

/** Creates decoders of one language. Each blocks its thread for 0.3 s and takes 27 MB that are never freed. */
export type Engine = () => Promise<Decoder>;

/** A decoder of one utterance at a time: `start process* stop`, then `reset`. */
export interface Decoder {
  /** Sets the grammar for the next start. Returns the engine's errors; empty if there are none. */
  setGrammar(grammar: string): readonly string[];
  knows(word: string): boolean;
  start(): void;
  /** Decodes samples at 16 kHz. */
  process(samples: Int16Array): void;
  /** Returns the best hypothesis so far; after `stop`, a whole sentence of the grammar, or `''`. */
  text(): string;
  stop(): void;
  /** Discards all audio, also during an utterance. */
  reset(): Promise<void>;
}

/** Loads the engine of the package `specifier` in the current thread. */
export async function loadEngine(language: Language, specifier = 'soundswallower'): Promise<Engine> {
  const entry = createRequire(import.meta.url).resolve(specifier);
  const { default: createModule } = (await import(pathToFileURL(entry).href)) as { readonly default: CreateModule };
  const errors: string[] = [];
  const { Decoder: EngineDecoder } = await createModule({
    modelBase: join(entry, '..', 'model') + sep,
    defaultModel: language.toLowerCase(),
    printErr: (line) => errors.push(line.replace(SOURCE_POSITION, '').replace(GRAMMAR_LINE, ' near')),
    quit,
  });
  return async () => {
    // A copy: the engine writes its defaults into it.
    const raw = new EngineDecoder({ ...CONFIG });
    await raw.initialize();
    return createDecoder(raw, errors);
  };
}

type CreateModule = (options: {
  readonly modelBase: string;
  readonly defaultModel: string;
  readonly printErr: (line: string) => void;
  readonly quit: (status: number, thrown: unknown) => never;
}) => Promise<{ readonly Decoder: new (config: object) => RawDecoder }>;

/** The part of SoundSwallower's decoder that this module uses. */
interface RawDecoder {
  initialize(): Promise<void>;
  reinitialize_audio(): Promise<void>;
  set_grammar(grammar: string): void;
  lookup_word(word: string): string | null;
  start(): void;
  process_audio(samples: Float32Array): number;
  get_text(): string;
  stop(): void;
}

/** Position in the engine's own source. */
const SOURCE_POSITION = /^\w+: "[^"]*", line \d+: /u;

/** Position in the grammar, whose line numbers are wrong. */
const GRAMMAR_LINE = / at line -?\d+ current token/u;

/** Replaces Emscripten's own, which sets the exit code of the process. */
function quit(_status: number, thrown: unknown): never {
  throw thrown;
}

const CONFIG = {
  samprate: ENGINE_SAMPLE_RATE,
  loglevel: 'ERROR',
  // Wider than the engine's defaults, which lose short words, but narrow enough to reject other words.
  beam: 1e-60,
  pbeam: 1e-60,
  wbeam: 1e-50,
  // A higher cost of words and weight of the grammar, so that noise is not taken for a short word.
  wip: 0.1,
  lw: 10,
  // About the cepstral mean of speech at the level and over the floor of `levelled`; the engine's own is of another sound.
  cmninit: '52,-4,1.3,-3.5,-2,-2.8,-2.5,-0.5,-1.3,-0.8,1,-0.5,0.8',
};

function createDecoder(raw: RawDecoder, errors: string[]): Decoder {
  let grammar: string | undefined;
  let isDecoding = false;
  let level = createLeveller();
  const stop = (): void => {
    isDecoding = false;
    raw.stop();
  };
  return {
    setGrammar: (wanted) => {
      if (wanted === grammar) return [];
      const excess = findExcess(wanted);
      if (excess.length > 0) return excess.map(({ expected, got }) => `expected ${expected}, got ${got}`);
      const faults = collectErrors(() => raw.set_grammar(addSilence(wanted)), errors);
      grammar = faults.length === 0 ? wanted : undefined;
      return faults;
    },
    knows: (word) => raw.lookup_word(word) !== null,
    start: () => {
      errors.length = 0;
      level = createLeveller();
      raw.start();
      isDecoding = true;
    },
    process: (samples) => void raw.process_audio(level(samples)),
    text: () => raw.get_text(),
    stop,
    reset: () => {
      if (isDecoding) stop();
      return raw.reinitialize_audio();
    },
  };
}

/** Returns the engine's errors during `work`. */
function collectErrors(work: () => void, errors: string[]): readonly string[] {
  errors.length = 0;
  try {
    work();
  } catch (error) {
    if (errors.length === 0) errors.push(error instanceof Error ? error.message : String(error));
  }
  return errors.splice(0);
}
