import { Rounds } from '../recorded/rounds.ts';
import type { RecordedSession } from '../recorded/recordedSession.ts';
import { AnswerPlan } from './answerPlan.ts';

/** The position of a run in its recording. */
export interface Progress {
  /** The number of recorded words that were recognised. */
  wordsUpTo: number;
  /** The number of typed lines. */
  typed: number;
  /** Time of the last of them, if no word has come since. */
  typedAtMs: number | null;
  readonly segmentsWithWords: Set<number>;
  readonly rounds: Rounds;
  /** The number of answers on request. */
  requested: number;
  /** The call of the handler that is due, and the turn of the recording whose answer it gets. */
  due: DueCall;
  /** The answers that the turn gets. */
  plan: AnswerPlan;
  /** Called when words, or a typed line, are known, before the session knows them. */
  onWords: () => void;
}

export interface DueCall {
  readonly turn: number;
  readonly round: number;
  readonly recorded: number | null;
  /** True if the turn of the recording goes on behind it. */
  readonly isPart: boolean;
}

export function createProgress(): Progress {
  return {
    wordsUpTo: 0,
    typed: 0,
    typedAtMs: null,
    segmentsWithWords: new Set(),
    rounds: new Rounds(),
    requested: 0,
    due: { turn: -1, round: 0, recorded: null, isPart: false },
    plan: new AnswerPlan(null),
    onWords: () => {},
  };
}

/** Returns whether the turn of the recording has more words, or typed lines, than are known. */
export function isPartOfTurn(session: RecordedSession, progress: Progress): boolean {
  const turn = recordedTurn(session, progress);
  const { ofWord, ofTyped } = session.turns;
  return turn !== null && (ofWord[progress.wordsUpTo] === turn || ofTyped[progress.typed] === turn);
}

/** The turn of the recording that contains the last recognised word or typed line. */
export function recordedTurn({ turns }: RecordedSession, { typed, typedAtMs, wordsUpTo }: Progress): number | null {
  return (typedAtMs === null ? turns.ofWord[wordsUpTo - 1] : turns.ofTyped[typed - 1]) ?? null;
}
