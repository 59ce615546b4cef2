import type { SpeechToText } from '../../../core/ports.ts';
import type { ContractSubject, Requirement } from '../contract.ts';

/** What the contract is held against: a recogniser, with a server of its own behind it where it needs one. */
export interface SpeechToTextSubject extends ContractSubject {
  readonly stt: SpeechToText;
  /** From now on the server sends no message; pings it answers. Without it, what a late server costs is not checked. */
  readonly fallSilent?: () => void;
}

export type SttRequirement = Requirement<SpeechToTextSubject>;
