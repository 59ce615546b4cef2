import type { SttSessionAnswer, SttSessionCommand } from '../../../src/wire/engine/messages.ts';
import type { Language } from './engine.ts';
import type { GrammarFault } from './grammarBounds.ts';

/** The settings of a session. */
export interface RecognitionSettings {
  readonly grammar: string;
  readonly language: Language;
  /** Minimum number of decoders of this language. */
  readonly decoders: number;
  /** Confidence below which a sentence is rejected; `false`: never. */
  readonly reject: number | false;
}

/** A command to the worker. */
export type SttCommand =
  | SttSessionCommand<RecognitionSettings>
  | { readonly kind: 'verify'; readonly settings: RecognitionSettings };

export type SttAnswer =
  | SttSessionAnswer
  /** The faults of the grammar. */
  | { readonly kind: 'verified'; readonly faults: readonly GrammarFault[] };
