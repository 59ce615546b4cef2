import type { SpeechToText } from '../../../core/ports.ts';
import type { Subject, Vow } from '../contract.ts';

/** What the contract is held against: a recogniser, with a server of its own behind it where it needs one. */
export interface SpeechToTextSubject extends Subject {
  readonly stt: SpeechToText;
}

export type SttVow = Vow<SpeechToTextSubject>;
