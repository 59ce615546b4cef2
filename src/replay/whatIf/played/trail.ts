import type { Recorded } from '../recorded/recorded.ts';

/** Where in the recording a run stands. */
export interface Trail {
  /** The session has been told of the recording's words up to this one. */
  heardUpTo: number;
  /** How many typed lines there were. */
  typed: number;
  /** When the last of them came, if no word has come since. */
  typedAtMs: number | null;
  /** Segments of the run that brought words. */
  readonly worded: Set<number>;
  /** The call of the handler that is due, and the turn of the recording whose answer it gets. */
  due: DueCall;
}

export interface DueCall {
  readonly turn: number;
  readonly round: number;
  readonly recorded: number | null;
}

export function newTrail(): Trail {
  const due = { turn: -1, round: 0, recorded: null };
  return { heardUpTo: 0, typed: 0, typedAtMs: null, worded: new Set(), due };
}

/** Which turn of the recording holds what the session was told last. */
export function recordedTurn({ turns }: Recorded, { typed, typedAtMs, heardUpTo }: Trail): number | null {
  return (typedAtMs === null ? turns.ofWord[heardUpTo - 1] : turns.ofTyped[typed - 1]) ?? null;
}
