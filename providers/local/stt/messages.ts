import type { SttEvent, SttInput } from '../../../src/core/ports.ts';
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

/** A command to the worker: a session sends `open` and its inputs. */
export type SttCommand =
  | { readonly kind: 'open'; readonly settings: RecognitionSettings }
  | { readonly kind: 'input'; readonly input: SttInput }
  | { readonly kind: 'verify'; readonly settings: RecognitionSettings };

export type SttAnswer =
  | { readonly kind: 'event'; readonly event: WorkerSttEvent }
  /** The faults of the grammar. */
  | { readonly kind: 'verified'; readonly faults: readonly GrammarFault[] };

/** An SttEvent between threads, with messages in place of errors, which cannot be cloned. */
export type WorkerSttEvent =
  | Exclude<SttEvent, { readonly kind: 'failed' | 'report' | 'served' | 'used' }>
  /** Answers the end of a segment whose speech matches no sentence of the grammar. */
  | { readonly kind: 'rejected'; readonly segment: number }
  | { readonly kind: 'failed'; readonly segment: number; readonly message: string };
