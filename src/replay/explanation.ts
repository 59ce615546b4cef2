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

/** A decision with its reason. */
export interface ExplainedDecision {
  /** The kind of decision: `commit`, `respond`, `cut`, or the kind of fact, such as `agent_interrupted`. */
  readonly kind: string;
  /** What was decided, in words: `turn 3 is committed: "a table for two"`. */
  readonly text: string;
  readonly reason: Reason;
}

/** The phases of the floor, in words, each one or a few: `speaking`, `awaits words`, `audible`, `listening until 4.2 s`. */
export interface FloorPhases {
  readonly user: string;
  readonly reply: string;
  /** What the agent will say next, in order. */
  readonly queue: readonly string[];
  /** Running and background functions, by name. */
  readonly functions: readonly string[];
  readonly ending: string;
}

/** One step of the floor: an event, what it decided and why, and what is still waited for. */
export interface ExplainedStep {
  /** Counts the steps from 0. */
  readonly step: number;
  /** Session time, in ms. */
  readonly atMs: number;
  /** The edge on which the event came; null for an event from the floor's own timer or from the application. */
  readonly edge: string | null;
  /** The event in words: `interim "a table" of segment 4`. */
  readonly event: string;
  readonly decisions: readonly ExplainedDecision[];
  /** Why something else was not decided: `waits: segment 4 has no final yet (1.2 s left)`. */
  readonly waits: readonly Reason[];
  readonly after: FloorPhases;
}

/** What `--why-not` asks about. */
export type AskedEvent = 'interruption' | 'turn' | 'answer' | 'speech';
