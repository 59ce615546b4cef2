import type { ErrorCode } from '../../../src/core/errors.ts';
import type { SynthesizedSpeech, Utterance } from './engine.ts';

/** A command to the worker. It answers each once, in order, unless the command is cancelled before its turn. */
export type Command =
  | { readonly kind: 'speak'; readonly utterance: Utterance }
  | { readonly kind: 'verify'; readonly voice: string };

export type ToWorker = { readonly id: number } & (Command | { readonly kind: 'cancel' });

export type Answer =
  | { readonly kind: 'spoken'; readonly spoken: SynthesizedSpeech }
  /** The fault of the voice, if there is one. */
  | { readonly kind: 'verified'; readonly fault: string | undefined }
  | { readonly kind: 'failed'; readonly code: ErrorCode; readonly message: string };

export type FromWorker = { readonly id: number } & Answer;

export interface WorkerData {
  /** The package that holds the engine. */
  readonly specifier: string;
}
