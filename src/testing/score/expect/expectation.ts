import type { Moment } from '../../../draw/text/diagram.ts';
import type { ConversationLog } from '../conversationLog.ts';

/** A failed expectation: a sentence, and the missing or unwanted moments in the diagram. */
export interface Mismatch {
  readonly text: string;
  /** The line of the expectation. */
  readonly source?: string | undefined;
  readonly missing?: readonly Moment[];
  readonly unwanted?: readonly Moment[];
}

/** Checks a conversation. @returns the mismatches */
export type Expectation = (log: ConversationLog) => readonly Mismatch[];
