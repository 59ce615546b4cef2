/** Limits on the output of handlers and functions. Text is counted in UTF-16 code units. */
export const LIMITS = {
  /** Text of one chunk: `delta.content` and `delta.refusal`. */
  chunkText: 250_000,
  /** Text of one reply over all its rounds. */
  replyText: 1_000_000,
  /** Chunks of one stream. */
  chunks: 100_000,
  /** Function calls of one stream. */
  calls: 128,
  /** Ids, names and arguments of all calls of one stream. */
  callText: 1_000_000,
  /** Unknown fields of one round, as JSON. */
  extraFields: 65_536,
  /** Result of one function call, as text or JSON. */
  functionResult: 1_000_000,
  /** Reports of `progress()` of one function call. */
  progress: 100,
  /** Text of `first_message` or of one `say()`. */
  sayText: 100_000,
  /** Text of the `instructions` of one `update()`. */
  instructions: 1_000_000,
} as const;
