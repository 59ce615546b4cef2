/** What the model says, and when. */
export interface ConversationScript {
  /** The responses, in the order in which they are requested. The last one is repeated. */
  readonly responses: readonly ScriptedResponse[];
  /** When the words of the user come, relative to the answer. @default 'before' */
  readonly words?: 'before' | 'within' | 'after' | 'never' | 'failed' | undefined;
  /** Audio frames that come after a response was cancelled. @default 0 */
  readonly lateFrames?: number | undefined;
  /** The words of the user's turns. @default those that their audio encodes */
  readonly transcripts?: readonly string[] | undefined;
  /** When the words of the user come, in ms after the commit. @default as `words` says */
  readonly wordsAfterMs?: number | undefined;
  /** Waits. @default for another turn of the event loop */
  readonly pause?: ((ms: number) => Promise<void>) | undefined;
  /** Closes the connection in the middle of the first response. @default it stays open */
  readonly closesWith?: number | undefined;
}

export interface ScriptedResponse {
  readonly items: readonly ScriptedItem[];
  /** @default 'completed' */
  readonly status?: 'completed' | 'failed' | 'incomplete' | undefined;
  /** Closes the connection in the middle of this response. @default it stays open */
  readonly closesWith?: number | undefined;
  /** True if `response.created` is missing. @default false */
  readonly isUnannounced?: boolean | undefined;
}

/** A text that is spoken, or a call. Speech is 40 ms per character, in frames of 100 ms. */
export type ScriptedItem =
  | { readonly text: string }
  | { readonly call: string; readonly arguments?: object | undefined };
