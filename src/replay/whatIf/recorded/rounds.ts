import type { FunctionResults, TurnEvent } from '../../../core/turn.ts';
import type { Line } from '../../../record/format.ts';
import { valueOut } from '../../lines.ts';

/** A call of the handler, for a turn of the user or for the results of a round. */
export interface HandlerRound {
  readonly turn: number;
  readonly round: number;
}

/**
 * Follows the handler calls that lines cause. When another agent continues a turn, its reply has its own number, and
 * its rounds count as further rounds of that turn.
 */
export class Rounds {
  readonly #ofUser = new Set<number>();
  readonly #handedOver = new Map<number, HandlerRound>();
  #due: HandlerRound | null = null;
  #reply = -1;
  #isHandedOver = false;
  /** True once the current call has been answered. */
  #isAnswered = false;
  #news: readonly string[] = [];

  /** The number of the latest reply. */
  get reply(): number {
    return this.#reply;
  }

  /** Background calls whose final results no call of the handler includes yet. */
  get news(): readonly string[] {
    return this.#news;
  }

  /** Notes that the handler is called. Returns the calls whose results it includes. */
  takeNews(): readonly string[] {
    const news = this.#news;
    this.#news = [];
    return news;
  }

  /** Returns whether the user has said something in a turn. Any other reply is a text or an answer on request. */
  isOfUser(turn: number): boolean {
    return this.#ofUser.has(turn);
  }

  /** True if a reply has ended with its calls and another agent continues in the next one. */
  get isHandedOver(): boolean {
    return this.#isHandedOver;
  }

  /**
   * Returns the handler call that a line causes or may cause. A reply without a turn of the user is a text or an answer
   * on request.
   */
  note(line: Line): HandlerRound | undefined {
    const event = valueOut(line, 'reply');
    const own = event === undefined ? undefined : this.#noteReply(event);
    const next = own ?? this.#callAfter(line);
    if (next === undefined) return undefined;
    this.#due = next;
    this.#isHandedOver = false;
    this.#isAnswered = false;
    return next;
  }

  /** Returns the position of a reply's round within the turn that it answers. */
  placeOf({ turn, round }: HandlerRound): HandlerRound {
    const before = this.#handedOver.get(turn);
    return before === undefined ? { turn, round } : { turn: before.turn, round: before.round + round };
  }

  #noteReply(event: TurnEvent): HandlerRound | undefined {
    if (event.kind === 'started') return this.#noteStart(event.turn);
    if (event.turn !== this.#reply) return undefined;
    if (event.kind === 'round') this.#isAnswered = true;
    else if (event.kind === 'ended' && event.reason === 'complete')
      this.#isHandedOver = this.#due !== null && this.#due.round > 0 && !this.#isAnswered;
    return undefined;
  }

  /** Returns the call of a reply that neither answers a turn of the user nor continues one. */
  #noteStart(turn: number): HandlerRound | undefined {
    const due = this.#due;
    const handedOver = this.#isHandedOver ? due : null;
    if (handedOver !== null) this.#handedOver.set(turn, handedOver);
    this.#reply = turn;
    this.#isHandedOver = false;
    return handedOver !== null || turn === due?.turn ? undefined : { turn, round: 0 };
  }

  #callAfter(line: Line): HandlerRound | undefined {
    const committed = valueOut(line, 'userTurn');
    const results = valueOut(line, 'functionResults');
    if (committed !== undefined) {
      const { turn, request } = committed;
      // The words of a request are not the user's.
      if (request === undefined) this.#ofUser.add(turn);
      return { turn, round: 0 };
    }
    // News of the background is not followed by a further round.
    if (results?.background !== undefined) {
      this.#noteNews(results);
      return undefined;
    }
    return results && this.placeOf({ turn: results.turn, round: results.round + 1 });
  }

  #noteNews({ background, results }: FunctionResults): void {
    if (background?.kind !== 'final' || background.policy === 'silent') return;
    this.#news = [...this.#news, ...results.map(({ tool_call_id }) => tool_call_id)];
  }
}
