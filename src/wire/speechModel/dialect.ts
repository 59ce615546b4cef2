import type { ConverseOptions, SpeechToSpeech, SpeechModelEvent, SpeechModelInput } from '../../core/speechToSpeech.ts';
import type { ConnectionAction, Dialect, Wire } from '../dialect.ts';

/** An action of a dialect: one of the connection, or an event for the session. */
export type SpeechModelAction = ConnectionAction | { readonly kind: 'event'; readonly event: SpeechModelEvent };

/** A provider's protocol for one connection of a speech model. */
export interface SpeechModelDialect extends Dialect<SpeechModelAction> {
  send(input: SpeechModelInput): readonly SpeechModelAction[];
}

/** A provider's connections to a speech model. */
export interface SpeechModelWire
  extends Omit<Wire<SpeechModelDialect>, 'dialect' | 'model'>,
    Omit<SpeechToSpeech, 'converse'> {
  /** Creates the dialect of each connection. */
  readonly dialect: (conversation: ConverseOptions) => SpeechModelDialect;
}
