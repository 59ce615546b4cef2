import { createRequire } from 'node:module';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { requirePackages } from '../../../src/core/requirePackages.ts';
import { readAlignment, type Alignment } from './alignment.ts';
import { BACKGROUND_CONFIG, createBackground, type Background, type RawBackground } from './background.ts';
import { findExcess } from './grammarBounds.ts';
import { addSilence } from './jsgf.ts';
import { createLeveller } from './leveller.ts';

/** The rate of the engine's models, in Hz. */
export const ENGINE_SAMPLE_RATE = 16_000;

export type Language = 'en-US' | 'fr-FR';

/** Creates decoders for one language. Creating one blocks its thread for 0.3 s and takes 27 MB that are never freed. */
export interface Engine {
  createDecoder(): Promise<Decoder>;
  createBackground(): Promise<Background>;
}

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
  /** Returns the best hypothesis so far with its times and scores. */
  align(): Alignment;
  /** Returns the first 8 s of the utterance, levelled. */
  audio(): readonly Float32Array[];
  /** Returns the sounds of a word; empty if the dictionary does not contain it. */
  pronounce(word: string): readonly string[];
  stop(): void;
  /** Discards all audio, even during an utterance. */
  reset(): Promise<void>;
}

/** Loads the engine of the package `specifier` in the current thread. */
export async function loadEngine(language: Language, specifier = 'soundswallower'): Promise<Engine> {
  const resolve = (): string => createRequire(import.meta.url).resolve(specifier);
  requirePackages(['soundswallower'], 'STT.Local', { code: 'provider_unavailable', provider: 'local', resolve });
  const entry = resolve();
  const { default: createModule } = (await import(pathToFileURL(entry).href)) as { readonly default: CreateModule };
  const errors: string[] = [];
  const { Decoder: EngineDecoder, ...module } = await createModule({
    modelBase: join(entry, '..', 'model') + sep,
    defaultModel: language.toLowerCase(),
    printErr: (line) => errors.push(line.replace(SOURCE_POSITION, '').replace(GRAMMAR_LINE, ' near')),
    quit,
  });
  return {
    createDecoder: async () => {
      // Pass a copy, because the engine writes its defaults into it.
      const raw = new EngineDecoder({ ...CONFIG });
      await raw.initialize();
      return createDecoder(raw, errors);
    },
    createBackground: async () => {
      const sounds = await module.load_json(module.get_model_path(join(language.toLowerCase(), 'phoneset.json')));
      const raw = new EngineDecoder({ ...CONFIG, ...BACKGROUND_CONFIG });
      return createBackground(
        raw,
        Object.keys(sounds).filter((sound) => /^[a-z]+$/iu.test(sound) && sound !== 'SIL'),
        () => reinitialize(module, raw),
      );
    },
  };
}

/**
 * Does synchronously what `reinitialize_audio` does with awaits in between. Sessions share the background, and two
 * concurrent calls would free each other's memory.
 */
function reinitialize(module: EngineFunctions, { cdecoder, cacmod }: RawDecoder): void {
  const frontEnd = module._decoder_init_fe(cdecoder);
  const features = module._decoder_init_feat_s3file(cdecoder, 0);
  if (module._acmod_reinit_feat(cacmod, frontEnd, features) < 0) throw new Error('the engine cannot be reset');
}

/** Functions of the engine that take addresses in its memory. */
interface EngineFunctions {
  _decoder_init_fe(decoder: number): number;
  _decoder_init_feat_s3file(decoder: number, transform: number): number;
  _acmod_reinit_feat(acousticModel: number, frontEnd: number, features: number): number;
}

type CreateModule = (options: {
  readonly modelBase: string;
  readonly defaultModel: string;
  readonly printErr: (line: string) => void;
  readonly quit: (status: number, thrown: unknown) => never;
}) => Promise<
  EngineFunctions & {
    readonly Decoder: new (config: object) => RawDecoder;
    get_model_path(subpath: string): string;
    load_json(path: string): Promise<object>;
  }
>;

/** The part of SoundSwallower's decoder that this module uses. */
interface RawDecoder extends RawBackground {
  /** Address of the decoder. */
  readonly cdecoder: number;
  /** Address of its acoustic model. */
  readonly cacmod: number;
  reinitialize_audio(): Promise<void>;
  lookup_word(word: string): string | null;
}

/** Position in the engine's own source. */
const SOURCE_POSITION = /^\w+: "[^"]*", line \d+: /u;

/** Position in the grammar, whose line numbers are wrong. */
const GRAMMAR_LINE = / at line -?\d+ current token/u;

/** Replaces Emscripten's `quit`, which sets the exit code of the process. */
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
  // A higher word cost and grammar weight, so that noise is not taken for a short word.
  wip: 0.1,
  lw: 10,
  // Roughly the cepstral mean of speech at the level and noise floor of the leveller. The engine's default is for other
  // audio.
  cmninit: '52,-4,1.3,-3.5,-2,-2.8,-2.5,-0.5,-1.3,-0.8,1,-0.5,0.8',
};

/** The amount of audio that is kept for the background. */
const SCORED_SAMPLES = 8 * ENGINE_SAMPLE_RATE;

function createDecoder(raw: RawDecoder, errors: string[]): Decoder {
  let grammar: string | undefined;
  let isDecoding = false;
  let level = createLeveller();
  let audio: Float32Array[] = [];
  let samples = 0;
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
      audio = [];
      samples = 0;
      raw.start();
      isDecoding = true;
    },
    process: (input) => {
      const levelled = level(input);
      if (samples < SCORED_SAMPLES) audio.push(levelled);
      samples += levelled.length;
      raw.process_audio(levelled);
    },
    text: () => raw.get_text(),
    align: () => (raw.get_text() === '' ? [] : readAlignment(raw.get_alignment())),
    audio: () => audio,
    pronounce: (word) => raw.lookup_word(word)?.split(' ') ?? [],
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
