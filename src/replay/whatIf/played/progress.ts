import type { RecordedSession } from '../recorded/recordedSession.ts';

/** Where in the recording a run stands. */
export interface Progress {
  /** The session has been told of the recording's words up to this one. */
  wordsUpTo: number;
  /** How many typed lines there were. */
  typed: number;
  /** When the last of them came, if no word has come since. */
  typedAtMs: number | null;
  /** Segments of the run that brought words. */
  readonly segmentsWithWords: Set<number>;
  /** The call of the handler that is due, and the turn of the recording whose answer it gets. */
  due: DueCall;
}

export interface DueCall {
  readonly turn: number;
  readonly round: number;
  readonly recorded: number | null;
}

export function createProgress(): Progress {
  const due = { turn: -1, round: 0, recorded: null };
  return { wordsUpTo: 0, typed: 0, typedAtMs: null, segmentsWithWords: new Set(), due };
}

/** Which turn of the recording holds what the session was told last. */
export function recordedTurn(
  { turns }: RecordedSession,
  { typed, typedAtMs, wordsUpTo: heardUpTo }: Progress,
): number | null {
  return (typedAtMs === null ? turns.ofWord[heardUpTo - 1] : turns.ofTyped[typed - 1]) ?? null;
}
