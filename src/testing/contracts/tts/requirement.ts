import type { TextToSpeech } from '../../../core/ports.ts';
import type { ContractSubject, Requirement } from '../contract.ts';

/** What the contract is held against: a voice, with a server of its own behind it where it needs one. */
export interface TextToSpeechSubject extends ContractSubject {
  readonly tts: TextToSpeech;
}

export type TtsRequirement = Requirement<TextToSpeechSubject>;
