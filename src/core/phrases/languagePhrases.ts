/** The phrases of one language that decide without a model what speech over the agent means. */
export interface LanguagePhrases {
  /** Phrases of a listener who does not want to speak. None is a request, denies or asks. */
  readonly backchannels: readonly string[];
  /** Phrases that open a conversation. */
  readonly greetings: readonly string[];
  /** Phrases of a listener who wants the agent to stop at once. */
  readonly interruptPhrases: readonly string[];
}
