import type * as z from 'zod';
import type { Issue } from './errors.ts';
import type { ModelEnds } from './modelEnds.ts';
import type { SpeechToText, TextToSpeech, VadModel } from './ports.ts';
import type { Tagged } from './schema.ts';
import type { SpeechToSpeech } from './speechToSpeech.ts';
import type { TurnModel } from './turnModel.ts';

/**
 * A provider's schema and functions. The functions are declared as methods on purpose: method parameters are bivariant,
 * so a provider can be looked up by the `provider` of the settings and then be given those settings.
 */
export interface ProviderEntry<Config, Settings, Port> {
  /** Name in a config: `Deepgram` for `STT.Deepgram`. */
  readonly name: string;
  /** Second name in a config. Default: none. */
  readonly alias?: string | undefined;
  /** What its name means, where the name does not say it. */
  readonly note?: string | undefined;
  /** Returns the schema of its settings as written in a config. */
  readonly schema: () => Tagged<Settings, Config>;
  /** Creates the port. Loads nothing heavy and runs nothing before a subscription. */
  create(settings: Settings): Port;
  /**
   * Finds faults in the settings that only the provider itself can find. When `signal` aborts, the result is no longer
   * awaited.
   */
  verify?(settings: Settings, signal?: AbortSignal): Promise<readonly Issue[]>;
  /**
   * Finds valid settings that the provider no longer honours; `expected` is what it honours. Paths begin in the
   * settings.
   */
  findUnsupported?(settings: Settings): readonly Issue[];
  /** Default: its vendor has announced no end of a model. */
  readonly modelEnds?: ModelEnds | undefined;
}

/** A recogniser, with its configured languages. */
export interface SttEntry<Config, Settings> extends ProviderEntry<Config, Settings, SpeechToText> {
  /** Lists the BCP-47 tags of the languages that may be spoken; empty if the recogniser detects any language. */
  listLanguages(settings: Settings): readonly string[];
  /** Returns the config with another language. The schema rejects a language that the recogniser does not know. */
  withLanguage(config: Config, language: string): Config;
}

/** A voice. */
export interface TtsEntry<Config, Settings> extends ProviderEntry<Config, Settings, TextToSpeech> {
  /**
   * Returns the config with another language, and the same object if its voice or model has only one. Default: the
   * language always follows from the voice or the model, or is detected from the text.
   */
  withLanguage?(config: Config, language: string): Config;
}

type Schema = () => z.ZodType;
type Input<S extends Schema> = z.input<ReturnType<S>>;
type Output<S extends Schema> = z.output<ReturnType<S>>;

/** The entries of the kinds of providers, for the schema of their settings. */
interface Entries<S extends Schema> {
  readonly stt: SttEntry<Input<S>, Output<S>>;
  readonly tts: TtsEntry<Input<S>, Output<S>>;
  readonly vad: ProviderEntry<Input<S>, Output<S>, VadModel>;
  readonly speechModel: ProviderEntry<Input<S>, Output<S>, SpeechToSpeech>;
  readonly turns: ProviderEntry<Input<S>, Output<S>, TurnModel>;
}

/**
 * All that the rest of the project needs to know of a folder in `providers/`. `npm run vendors` derives the names,
 * the registry and the exports from the manifests.
 *
 * @example
 * const fish: Manifest<{ tts: typeof fishTtsSchema }> = { … };
 */
export type Manifest<Schemas extends { readonly [Kind in keyof Entries<Schema>]?: Schema }> = {
  /** Name of the vendor in texts; null for an engine on this machine. */
  readonly vendor: string | null;
} & { readonly [Kind in keyof Schemas & keyof Entries<Schema>]: Entries<Extract<Schemas[Kind], Schema>>[Kind] };
