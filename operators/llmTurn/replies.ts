import { Observable, type OperatorFunction, type Subscriber } from 'rxjs';
import type { UserTurn } from '../../src/core/speech.ts';
import type { EndReason, TurnEvent } from '../../src/core/turn.ts';
import { operate, type OperatorHandlers } from '../../src/stream/operate.ts';
import { askAhead, type AskedAhead } from './askAhead.ts';
import type { RepliesOptions } from './llmTurnOptions.ts';
import { Reply, type ReplyContext } from './reply.ts';

/**
 * Answers each user turn with the chunks of its rounds; see `llmTurn`. It is a single operator because the user waits
 * while a reply begins, and method calls from the turn to the request are faster than a chain of subscriptions.
 */
export function replies(options: RepliesOptions): OperatorFunction<UserTurn, TurnEvent> {
  const { cut, drafts } = options;
  return (turns) =>
    new Observable((subscriber) => {
      const ahead = drafts === undefined ? null : askAhead(options, drafts);
      const answering = new Replies(subscriber, options, ahead);
      subscriber.add(answering);
      if (cut !== undefined) operate(cut, subscriber, answering.cuts);
      operate(turns, subscriber, answering);
    });
}

/** Runs the replies to the turns one after another. Each turn ends the reply to the previous one. */
class Replies implements OperatorHandlers<UserTurn> {
  /** Handles the events that end the current reply. */
  readonly cuts: OperatorHandlers<{ readonly turn: number; readonly reason: EndReason }> = {
    next: ({ turn, reason }) => {
      if (this.#reply?.turn === turn) this.#reply.end(reason);
    },
    complete: () => {},
  };

  readonly #output: Subscriber<TurnEvent>;
  readonly #options: RepliesOptions;
  readonly #context: ReplyContext;
  readonly #waiting: UserTurn[] = [];
  #reply: Reply | null = null;
  #isOver = false;

  constructor(output: Subscriber<TurnEvent>, options: RepliesOptions, ahead: AskedAhead | null) {
    this.#output = output;
    this.#options = options;
    this.#context = { ahead, output, whenEnded: () => this.#beginNext() };
  }

  next(turn: UserTurn): void {
    if (this.#reply === null) this.#begin(turn);
    else {
      this.#waiting.push(turn);
      this.#reply.end('superseded');
    }
  }

  complete(): void {
    this.#isOver = true;
    if (this.#reply === null) this.#output.complete();
  }

  unsubscribe(): void {
    this.#reply?.stop();
    this.#context.ahead?.unsubscribe();
  }

  #begin(turn: UserTurn): void {
    this.#reply = new Reply(turn, this.#options, this.#context);
    this.#reply.begin();
  }

  #beginNext(): void {
    const next = this.#waiting.shift();
    this.#reply = null;
    if (next !== undefined) this.#begin(next);
    else if (this.#isOver) this.#output.complete();
  }
}
