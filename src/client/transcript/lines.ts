/** A line of the conversation. `key` is unique and constant; `atMs` is session time. */
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
  /** Number of characters at its start that repeat text heard before. */
  readonly repeatedChars: number;
  /** The text that was heard or will be. */
  readonly text: string;
  /** The remaining text, which was never heard. */
  readonly cut: string;
  /** Played audio, in ms. */
  readonly playedMs: number;
  readonly state: 'coming' | 'audible' | 'over';
}

/** The function calls of one round. */
export interface CallsLine {
  readonly kind: 'calls';
  readonly key: string;
  readonly atMs: number;
  readonly calls: readonly CallNote[];
}

/** A function call. `result` is null while it runs, also in the background. */
export interface CallNote {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
  readonly result: string | null;
  /** What the model got as the first result of a call that goes on in the background. Absent for other calls. */
  readonly acknowledged?: string | undefined;
  /** What such a call has done so far. Absent if it has not said. */
  readonly progress?: string | undefined;
}
