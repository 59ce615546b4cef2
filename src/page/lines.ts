/** A line of the conversation. `key`: its own, for good. `atMs`: session time. */
export type Line = UserLine | AgentLine | CallsLine;

/** A message of the user. */
export interface UserLine {
  readonly kind: 'user';
  readonly key: string;
  readonly atMs: number;
  readonly text: string;
}

/** An utterance of the agent. */
export interface AgentLine {
  readonly kind: 'agent';
  readonly key: string;
  readonly atMs: number;
  readonly utterance: string;
  /** What was heard, or will be. */
  readonly text: string;
  /** What came after it and was never heard. */
  readonly cut: string;
  /** How much of it has been played, in ms. */
  readonly playedMs: number;
  readonly state: 'coming' | 'audible' | 'over';
}

/** Functions of the agent, called together. */
export interface CallsLine {
  readonly kind: 'calls';
  readonly key: string;
  readonly atMs: number;
  readonly calls: readonly CallNote[];
}

/** `result`: null while it runs. */
export interface CallNote {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
  readonly result: string | null;
}
