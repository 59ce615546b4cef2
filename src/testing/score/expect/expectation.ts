import type { Moment } from '../../../draw/text/diagram.ts';
import type { ConversationLog } from '../conversationLog.ts';

/** A failed expectation: a sentence, and the moments that are missing or unwanted in the diagram. */
export interface Mismatch {
  readonly text: string;
  /** The line that expects it. */
  readonly source?: string | undefined;
  readonly missing?: readonly Moment[];
  readonly unwanted?: readonly Moment[];
}

/** Checks a conversation. @returns what fails */
export type Expectation = (log: ConversationLog) => readonly Mismatch[];
