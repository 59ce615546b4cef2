/** Who decided: the floor, a standard stage, or a stage of the application, by its name. */
export type Decider = 'floor' | 'vad' | 'endpointing' | 'interruption' | { readonly ownStage: string };

/** The reason for a decision, or for its absence. */
export interface Reason {
  readonly by: Decider;
  /** The rule, with its place in the documentation: `turn-taking.md#what-interrupts-the-agent`. */
  readonly rule: string;
  /** A sentence with numbers: `not interrupted: 320 ms of voice, 500 needed`. */
  readonly text: string;
  /** The numbers of the sentence by name, as they were in the events: ms, words, segments, turns. */
  readonly numbers: Readonly<Record<string, number>>;
}

/** A decision that can be absent: an interruption, the end of a turn, an answer, the start of speech. */
export type AskedEvent = 'interruption' | 'turn' | 'answer' | 'speech';

export const ASKED_EVENTS: readonly AskedEvent[] = ['interruption', 'turn', 'answer', 'speech'];

/** The reason why a decision has not been made, and which decision that is. */
export interface Wait extends Reason {
  readonly about: AskedEvent;
}
