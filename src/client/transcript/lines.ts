/** A line of the conversation. `key`: unique and constant. `atMs`: session time. */
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
  /** The number of its first characters that repeat what was heard before. */
  readonly repeatedChars: number;
  /** The text that was or will be heard. */
  readonly text: string;
  /** The rest that was never heard. */
  readonly cut: string;
  /** Played audio, in ms. */
  readonly playedMs: number;
  readonly state: 'coming' | 'audible' | 'over';
}

/** Function calls of one round. */
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
