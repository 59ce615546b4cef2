import { createRequire } from 'node:module';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { addSilence } from './jsgf.ts';
import { createLeveller } from './leveller.ts';

/** The rate of the engine's models, in Hz. */
export const ENGINE_SAMPLE_RATE = 16_000;

export type Language = 'en-US' | 'fr-FR';

/** Makes decoders of one language: each takes 0.3 s, during which its thread does nothing else, and 27 MB, for good. */
export type Engine = () => Promise<Decoder>;

/** Hears one utterance after the other, each by itself: `start hear* stop`, and `reset` behind it. */
export interface Decoder {
  /** What the engine has against it, in its own words; empty: the grammar holds from the next start on. */
  setGrammar(grammar: string): readonly string[];
  knows(word: string): boolean;
  start(): void;
  /** Takes samples at 16 kHz. */
  process(samples: Int16Array): void;
  /** The best guess so far; once stopped, what was said: a whole sentence of the grammar, or nothing. */
  text(): string;
  stop(): void;
  /** Forgets what it has heard, be that under way or over. */
  reset(): Promise<void>;
}

/** The engine of the package `specifier`, in this very thread. */
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
    // A copy: the engine writes its defaults into what it is given.
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

/** The part of SoundSwallower's decoder that is used here. */
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

/** Where in the engine's own source a complaint arose. */
const SOURCE_POSITION = /^\w+: "[^"]*", line \d+: /u;

/** Its parser counts lines from anywhere. */
const GRAMMAR_LINE = / at line -?\d+ current token/u;

/** Emscripten's own would set the exit code of the whole process. */
function quit(_status: number, thrown: unknown): never {
  throw thrown;
}

const CONFIG = {
  samprate: ENGINE_SAMPLE_RATE,
  loglevel: 'ERROR',
  // Wider than the engine's own, which lose short words; yet narrow enough to lose what is no word of the grammar.
  beam: 1e-60,
  pbeam: 1e-60,
  wbeam: 1e-50,
  // A word costs more, and what the grammar allows weighs more: noise shall not be taken for a short word.
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

/** What the engine complained of over `work`. */
function collectErrors(work: () => void, errors: string[]): readonly string[] {
  errors.length = 0;
  try {
    work();
  } catch (error) {
    if (errors.length === 0) errors.push(error instanceof Error ? error.message : String(error));
  }
  return errors.splice(0);
}
