import type { SpeechToText } from '../../../core/ports.ts';
import type { ContractSubject, Requirement } from '../contract.ts';
import type { Segments } from './segments.ts';

/** The recogniser under test, with its own server if it needs one. */
export interface SpeechToTextSubject extends ContractSubject {
  readonly stt: SpeechToText;
  /** Stops all messages of the server except answers to pings. Without this method, late answers are not checked. */
  readonly fallSilent?: () => void;
}

export interface SttRequirement extends Omit<Requirement<SpeechToTextSubject>, 'check'> {
  readonly check: (subject: SpeechToTextSubject, segments: Segments) => Promise<void>;
}
