import type { TurnEvent } from '../../../core/turn.ts';
import type { Line } from '../../../record/format.ts';
import { valueOut } from '../../lines.ts';

/** A call of the handler: for a turn of the user, or for the results of a round. */
export interface HandlerRound {
  readonly turn: number;
  readonly round: number;
}

/**
 * Follows the calls of the handler that lines cause. The reply in which another agent goes on with a turn has a number of its own: its
 * rounds are further rounds of that turn.
 */
export class Rounds {
  readonly #handedOver = new Map<number, HandlerRound>();
  #due: HandlerRound | null = null;
  #reply = -1;
  #isHandedOver = false;

  /** The number of the latest reply. */
  get reply(): number {
    return this.#reply;
  }

  /** True if a reply has ended with its calls, and another agent goes on in the next one. */
  get isHandedOver(): boolean {
    return this.#isHandedOver;
  }

  /** Returns the call of the handler that a line causes. */
  note(line: Line): HandlerRound | undefined {
    const event = valueOut(line, 'reply');
    if (event !== undefined) this.#noteReply(event);
    const next = this.#callAfter(line);
    if (next === undefined) return undefined;
    this.#due = next;
    this.#isHandedOver = false;
    return next;
  }

  /** Returns the place of a reply's round in the turn that it answers. */
  placeOf({ turn, round }: HandlerRound): HandlerRound {
    const before = this.#handedOver.get(turn);
    return before === undefined ? { turn, round } : { turn: before.turn, round: before.round + round };
  }

  #noteReply(event: TurnEvent): void {
    const due = this.#due;
    if (event.kind === 'started') {
      if (this.#isHandedOver && due !== null) this.#handedOver.set(event.turn, due);
      this.#reply = event.turn;
      this.#isHandedOver = false;
    } else if (event.kind === 'ended' && event.reason === 'complete' && event.turn === this.#reply)
      this.#isHandedOver = due !== null && due.round > 0;
  }

  #callAfter(line: Line): HandlerRound | undefined {
    const turn = valueOut(line, 'userTurn')?.turn;
    const results = valueOut(line, 'functionResults');
    if (turn !== undefined) return { turn, round: 0 };
    return results && this.placeOf({ turn: results.turn, round: results.round + 1 });
  }
}
