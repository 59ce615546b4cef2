import type { SpeechToSpeech } from '../../../core/speechToSpeech.ts';
import type { ContractSubject, Requirement } from '../contract.ts';
import type { Conversation } from './conversation.ts';

/** The speech model under test, with its own server if it needs one. */
export interface SpeechToSpeechSubject extends ContractSubject {
  readonly model: SpeechToSpeech;
}

/** What the model replies to one request. */
export interface ScenarioReply {
  readonly text: string;
  /** The function that it calls after the text. Default: none. */
  readonly call?: { readonly name: string; readonly arguments: object } | undefined;
}

export interface SpeechModelRequirement extends Omit<Requirement<SpeechToSpeechSubject>, 'check'> {
  /** The replies, in order of the requests. */
  readonly replies: readonly ScenarioReply[];
  /** Rejects if the model fails the requirement. `converse` begins a conversation with it. */
  readonly check: (subject: SpeechToSpeechSubject, converse: () => Conversation) => Promise<void>;
}
