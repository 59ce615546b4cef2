import type { TextToSpeech } from '../../../core/ports.ts';
import type { Subject, Vow } from '../contract.ts';

/** What the contract is held against: a voice, with a server of its own behind it where it needs one. */
export interface TextToSpeechSubject extends Subject {
  readonly voice: TextToSpeech;
}

export type TtsVow = Vow<TextToSpeechSubject>;
