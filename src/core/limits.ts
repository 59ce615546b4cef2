/** The most that a session takes of what handlers and functions bring. Text is counted in UTF-16 code units. */
export const LIMITS = {
  /** Text of one chunk: `delta.content` and `delta.refusal` together. */
  chunkText: 250_000,
  /** Text of one reply, all its rounds together. */
  replyText: 1_000_000,
  /** Chunks of one stream. */
  chunks: 100_000,
  /** Function calls of one stream. */
  calls: 128,
  /** Ids, names and arguments of all calls of one stream together. */
  callText: 1_000_000,
  /** The result of one function call, as text or JSON. */
  functionResult: 1_000_000,
  /** `first_message`, and the text of one `say()`. */
  sayText: 100_000,
} as const;
