import type { ErrorCode } from '../../../src/core/errors.ts';
import type { SynthesizedSpeech, Utterance } from './engine.ts';

/** A command to the worker. It answers each once, in order, unless the client closes before its turn. */
export type TtsCommand =
  | { readonly kind: 'speak'; readonly utterance: Utterance }
  | { readonly kind: 'verify'; readonly voice: string };

export type TtsAnswer =
  | { readonly kind: 'speech'; readonly speech: SynthesizedSpeech }
  /** The fault of the voice, if there is one. */
  | { readonly kind: 'verified'; readonly fault: string | undefined }
  | { readonly kind: 'failed'; readonly code: ErrorCode; readonly message: string };
