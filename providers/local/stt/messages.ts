import type { SttEvent, SttInput } from '../../../src/core/ports.ts';
import type { Language } from './engine.ts';

/** The settings of a session. */
export interface RecognitionSettings {
  readonly grammar: string;
  readonly language: Language;
  /** Minimum number of decoders of this language. */
  readonly decoders: number;
}

/** A command to the worker. A session sends open, its inputs, close. */
export type Command =
  | { readonly kind: 'open'; readonly hearing: RecognitionSettings }
  | { readonly kind: 'input'; readonly input: SttInput }
  | { readonly kind: 'close' }
  | { readonly kind: 'verify'; readonly hearing: RecognitionSettings };

/** `id` names the sender. */
export type ToWorker = { readonly id: number } & Command;

export type Answer =
  | { readonly kind: 'said'; readonly event: WorkerSttEvent }
  /** The faults of the grammar. */
  | { readonly kind: 'verified'; readonly faults: readonly GrammarFault[] };

/** `id` names the receiver. */
export type FromWorker = { readonly id: number } & Answer;

/** An SttEvent between threads, with messages in place of errors, which cannot be cloned. */
export type WorkerSttEvent =
  | Exclude<SttEvent, { readonly kind: 'failed' | 'report' }>
  | { readonly kind: 'failed'; readonly segment: number; readonly message: string };

export interface GrammarFault {
  readonly expected: string;
  readonly got: string;
}

export interface WorkerData {
  /** The package that holds the engine. */
  readonly specifier: string;
}
