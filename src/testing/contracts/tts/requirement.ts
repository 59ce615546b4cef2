import type { TextToSpeech } from '../../../core/ports.ts';
import type { ContractSubject, Requirement } from '../contract.ts';

/** The TTS under test, with its own server if it needs one. */
export interface TextToSpeechSubject extends ContractSubject {
  readonly tts: TextToSpeech;
}

export type TtsRequirement = Requirement<TextToSpeechSubject>;
