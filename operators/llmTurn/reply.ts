import { EMPTY, filter, merge, of, Subscription, switchMap, take, type Observable, type Subscriber } from 'rxjs';
import { AntiphonError, asAntiphonError, type ErrorCode } from '../../src/core/errors.ts';
import { LIMITS } from '../../src/core/limits.ts';
import type { UserTurn } from '../../src/core/speech.ts';
import type { EndReason, FunctionResults, TurnEvent } from '../../src/core/turn.ts';
import { operate } from '../../src/stream/operate.ts';
import type { AskedAhead } from './askAhead.ts';
import type { RoundEnd, TextEvent } from './completion.ts';
import { checkLimit } from './limits.ts';
import type { RepliesOptions } from './llmTurnOptions.ts';
import { RoundReader, type RoundListener } from './roundReader.ts';

export interface ReplyContext {
  /** The answer that was requested before the commit. */
  readonly ahead: AskedAhead | null;
  readonly output: Subscriber<TurnEvent>;
  /** Called after the end of the reply. */
  readonly whenEnded: () => void;
}

/**
 * The reply to one turn: a bracket of `started` and exactly one `ended` around the events of its rounds, one round at a
 * time.
 */
export class Reply implements RoundListener {
  readonly turn: number;
  readonly #userTurn: UserTurn;
  readonly #options: RepliesOptions;
  readonly #context: ReplyContext;
  readonly #maxRounds: number;
  /** What the reply is waiting for: chunks, or the results of calls. */
  #current: { stop(): void } | null = null;
  #chars = 0;
  #hasUnusual = false;
  #isOver = false;

  constructor(userTurn: UserTurn, options: RepliesOptions, context: ReplyContext) {
    this.turn = userTurn.turn;
    this.#userTurn = userTurn;
    this.#options = options;
    this.#context = context;
    this.#maxRounds = userTurn.withoutFunctions ? 0 : (options.maxRounds ?? 1);
  }

  begin(): void {
    const { output } = this.#context;
    output.next({ kind: 'started', turn: this.turn });
    if (!this.#isOver && !output.closed) this.#ask(0);
  }

  /** Ends the reply at once, unless it has ended. Emits nothing after that. */
  end(reason: EndReason): void {
    if (this.#isOver) return;
    this.stop();
    this.#context.output.next({ kind: 'ended', turn: this.turn, reason });
    this.#context.whenEnded();
  }

  /** Ends the reply without an event. */
  stop(): void {
    this.#isOver = true;
    this.#current?.stop();
  }

  onText(event: TextEvent): void {
    this.#context.output.next(event);
  }

  onRoundEnd(ended: RoundEnd): void {
    const { results } = this.#options;
    if (ended.calls.length > 0 && results !== undefined) return this.#awaitResults(ended, results);
    this.#context.output.next(ended);
    this.end('complete');
  }

  onFailure(error: unknown): void {
    if (this.#isOver) return;
    this.#options.report?.(asAntiphonError(error, 'handler_failed', { turn: this.turn }));
    this.end('failed');
  }

  addText(chars: number): void {
    this.#chars += chars;
    checkLimit(LIMITS.chunkText, chars, 'choices[0].delta.content', 'characters in a chunk');
    checkLimit(LIMITS.replyText, this.#chars, 'choices[0].delta.content', 'characters in a reply');
  }

  /** Reports only the first deviation, because some services break small rules in every chunk. */
  onUnusual(path: string): void {
    if (this.#hasUnusual) return;
    this.#hasUnusual = true;
    this.#report('chunk_unusual', `a chunk is unusual at ${path}; the turn continues`, { path });
  }

  onExtraDropped(): void {
    const message = `unknown fields of the model's calls are dropped: more than ${LIMITS.extraFields} characters`;
    this.#report('limit_exceeded', message);
  }

  onTruncated(finish: string): void {
    this.#report('reply_truncated', `the model stopped early: finish_reason "${finish}"`);
  }

  #report(code: ErrorCode, message: string, details: { readonly path?: string } = {}): void {
    this.#options.report?.(new AntiphonError(code, message, { failure: false, ...details, turn: this.turn }));
  }

  #ask(number: number): void {
    const round = { turn: this.#userTurn, round: number, last: number >= this.#maxRounds };
    const reader = new RoundReader(round, this, this.#options);
    this.#current = reader;
    reader.begin(this.#context.ahead);
  }

  /**
   * Emits the end of a round with calls. Starts the next round once the calls are executed and another round may begin.
   */
  #awaitResults(ended: RoundEnd, results: Observable<FunctionResults>): void {
    const { open = of(true) } = this.#options;
    const executed = results.pipe(
      filter(({ turn, round }) => turn === this.turn && round === ended.round),
      take(1),
    );
    const allowed = ended.round >= this.#maxRounds ? EMPTY : open.pipe(filter(Boolean), take(1));
    const waiting = new Subscription();
    const current = { stop: () => waiting.unsubscribe() };
    this.#current = current;
    waiting.add(
      operate(merge(executed.pipe(switchMap(() => allowed)), of(this.#refuse(ended))), this.#context.output, {
        next: (event) => {
          // The end of the round may have ended the reply before this subscription can end.
          if (this.#isOver) return;
          if (event === true) this.#ask(ended.round + 1);
          else this.#context.output.next(event);
        },
        error: (error) => this.onFailure(error),
        complete: () => {
          if (this.#current === current) this.end('complete');
        },
      }),
    );
  }

  /** Marks the calls of a model that got no functions, so that they are refused. */
  #refuse(ended: RoundEnd): RoundEnd {
    return this.#userTurn.withoutFunctions ? { ...ended, last: true } : ended;
  }
}
