import type { UserTurn } from '../../src/core/speech.ts';

/** One call of the handler. Round 0 answers the user; further rounds follow function results. */
export interface Round {
  readonly turn: UserTurn;
  readonly round: number;
  /** True if the model may not call functions. */
  readonly last: boolean;
  /** True if the turn is not committed yet and may never be. Absent otherwise. */
  readonly speculative?: true | undefined;
}
