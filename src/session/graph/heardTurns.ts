import { AntiphonError } from '../../core/errors.ts';
import type { UserTurn } from '../../core/speech.ts';
import { dropOldest } from '../../stream/dropOldest.ts';

/** Turns that a splice may hold at once. */
const TURNS_KEPT = 32;

/** The turns that a speech model gets while they pass their splice, which can drop them but not change what was said. */
export class HeardTurns {
  readonly #committed = new Map<number, UserTurn>();
  readonly #report: (error: AntiphonError) => void;

  constructor(report: (error: AntiphonError) => void) {
    this.#report = report;
  }

  /** Notes a turn before its splice. */
  commit(turn: UserTurn): void {
    if (turn.input === undefined) return;
    this.#committed.set(turn.turn, turn);
    dropOldest(this.#committed, TURNS_KEPT);
  }

  /** Returns the turn that a splice has let through, with what the model gets of it. */
  pass(turn: UserTurn): UserTurn {
    const committed = this.#committed.get(turn.turn);
    this.#committed.delete(turn.turn);
    if (committed?.input === undefined) return turn;
    if (committed.input.segments.length === 0) return { ...turn, input: { ...committed.input, typed: turn.text } };
    if (turn.text !== committed.text) this.#report(createError(turn.turn));
    return committed;
  }
}

function createError(turn: number): AntiphonError {
  const message =
    'the splice at "userTurn" changed a turn that the speech model has heard: it can only drop such a turn';
  return new AntiphonError('splice_failed', message, { path: 'splice.userTurn', turn });
}
