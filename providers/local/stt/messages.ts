import type { SttEvent, SttInput } from '../../../src/core/ports.ts';
import type { Language } from './engine.ts';

/** What is to be understood, and with how much of the machine. */
export interface RecognitionSettings {
  readonly grammar: string;
  readonly language: Language;
  /** How many decoders of this language there shall be; where others asked for more, there are more. */
  readonly decoders: number;
}

/** What the worker is told. Of a session: open, its inputs, close. */
export type Command =
  | { readonly kind: 'open'; readonly hearing: RecognitionSettings }
  | { readonly kind: 'input'; readonly input: SttInput }
  | { readonly kind: 'close' }
  | { readonly kind: 'verify'; readonly hearing: RecognitionSettings };

/** `id` says who tells. */
export type ToWorker = { readonly id: number } & Command;

export type Answer =
  | { readonly kind: 'said'; readonly event: WorkerSttEvent }
  /** What is wrong with the grammar; empty if nothing. */
  | { readonly kind: 'verified'; readonly faults: readonly GrammarFault[] };

/** `id` says who is answered. */
export type FromWorker = { readonly id: number } & Answer;

/** An SttEvent on its way between threads, where errors would lose what they are. */
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
