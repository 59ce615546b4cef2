/** The phrases of one language by which speech over the agent is classified without a model. */
export interface LanguagePhrases {
  /**
   * Phrases of a listener who does not want to speak, including praise and thanks. They never request, deny or ask
   * anything.
   */
  readonly backchannels: readonly string[];
  /** Phrases that open a conversation. */
  readonly greetings: readonly string[];
  /** Phrases of a listener who wants the agent to stop at once. */
  readonly interruptPhrases: readonly string[];
  /** Phrases of a waiting user that only ask whether somebody is there. */
  readonly checks: readonly string[];
  /** Phrases of a waiting user who says that there is no hurry. They can also be answers. */
  readonly patience: readonly string[];
  /** Phrases with which users take back or change what they said before. */
  readonly corrections: readonly string[];
}
