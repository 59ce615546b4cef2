import type { Moment } from '../../../draw/text/diagram.ts';
import type { ConversationLog } from '../conversationLog.ts';

/** Something that was expected: a sentence, and what should have been in the diagram, and what should not. */
export interface Fault {
  readonly text: string;
  /** The line that expects it. */
  readonly source?: string | undefined;
  readonly missing?: readonly Moment[];
  readonly unwanted?: readonly Moment[];
}

/** What does not hold of a conversation. */
export type Expectation = (took: ConversationLog) => readonly Fault[];
