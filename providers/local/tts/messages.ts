import type { ErrorCode } from '../../../src/core/errors.ts';
import type { SynthesizedSpeech, Utterance } from './speech.ts';

/** A command to the worker. The worker answers each command once, in order, unless the client closes first. */
export type TtsCommand =
  | { readonly kind: 'speak'; readonly utterance: Utterance }
  | { readonly kind: 'verify'; readonly voice: string };

export type TtsAnswer =
  | { readonly kind: 'speech'; readonly speech: SynthesizedSpeech }
  /** The fault of the voice, if any. */
  | { readonly kind: 'verified'; readonly fault: string | undefined }
  | { readonly kind: 'failed'; readonly code: ErrorCode; readonly message: string };
