import { asyncScheduler, Observable, Subscription, type SchedulerLike } from 'rxjs';
import { AntiphonError } from '../../core/errors.ts';
import { messageOf } from '../../core/messageOf.ts';
import type { FromEngine, ToEngine } from './messages.ts';

/** A running thread or process of an engine. */
export interface EngineRunner {
  post(message: unknown, transfer: readonly ArrayBuffer[]): void;
  /** Keeps the process alive. */
  ref(): void;
  unref(): void;
  terminate(): void;
}

export interface RunnerListener {
  onMessage(message: unknown): void;
  /** Called once, when the engine has ended. */
  onEnd(cause: unknown): void;
}

/** Starts the thread or process of an engine, which does not keep this process alive. */
export type StartEngine = (listener: RunnerListener) => EngineRunner;

/** A receiver of the engine's answers. */
export interface EngineClient<Answer> {
  onAnswer(answer: Answer): void;
  /** Called when the engine has ended. */
  onLost(error: AntiphonError): void;
}

/** One client's connection to the engine. */
export interface EngineConnection<Command> {
  send(command: Command, transfer?: readonly ArrayBuffer[]): void;
  /** Adds pending answers, or removes them if negative. While any are pending, the engine keeps the process alive. */
  addPending(answers: number): void;
  /** Closes the connection here and in the engine. */
  disconnect(): void;
}

export interface EngineHostOptions {
  readonly start: StartEngine;
  /** Names it in errors: `the thread of the local STT`. */
  readonly title: string;
  /** The provider of its errors. */
  readonly provider: string;
  /** Time without a message after which the host ends an engine that owes an answer, in ms. Default: never. */
  readonly answerMs?: number | undefined;
  /** Times `answerMs`. Default `asyncScheduler`. */
  readonly scheduler?: SchedulerLike | undefined;
}

/** Runs an embedded engine in a thread or process of its own. Starts it on demand, and again after a failure. */
export class EngineHost<Command, Answer extends { readonly kind: string }> {
  readonly #options: EngineHostOptions;
  readonly #clients = new Map<number, EngineClient<Answer>>();
  /** The clients that have left but for which the engine may still be working, because it has not confirmed. */
  readonly #leaving = new Set<number>();
  #runner: EngineRunner | undefined;
  #deadline: Subscription = Subscription.EMPTY;
  #lastId = 0;
  #pending = 0;

  constructor(options: EngineHostOptions) {
    this.#options = options;
  }

  /** Number of connected clients. */
  get size(): number {
    return this.#clients.size;
  }

  /** Number of clients, including those that have left and for which the engine may still be working. */
  get load(): number {
    return this.#clients.size + this.#leaving.size;
  }

  /** Starts the engine unless it is running. */
  start(): EngineRunner {
    this.#runner ??= this.#spawn();
    return this.#runner;
  }

  connect(client: EngineClient<Answer>): EngineConnection<Command> {
    const runner = this.start();
    const id = (this.#lastId += 1);
    let own = 0;
    const post = (content: ToEngine<Command>['content'], transfer: readonly ArrayBuffer[] = []): void =>
      runner.post({ id, content } satisfies ToEngine<Command>, transfer);
    const addPending = (answers: number): void => {
      if (!this.#clients.has(id)) return;
      own += answers;
      this.#addPending(answers);
    };
    this.#clients.set(id, client);
    const disconnect = (): void => {
      post({ kind: 'close' });
      addPending(-own);
      if (this.#clients.delete(id)) this.#leaving.add(id);
    };
    return { send: post, addPending, disconnect };
  }

  /** Sends a command, emits its only answer and completes. Unsubscribing closes the connection. */
  request(command: Command): Observable<Answer> {
    return new Observable((subscriber) => {
      const onAnswer = (answer: Answer): void => {
        subscriber.next(answer);
        subscriber.complete();
      };
      const connection = this.connect({ onAnswer, onLost: (error) => subscriber.error(error) });
      connection.send(command);
      connection.addPending(1);
      return () => connection.disconnect();
    });
  }

  /** Ends the engine if no client is connected. */
  endIfIdle(): void {
    if (this.#clients.size > 0) return;
    this.#runner?.terminate();
    this.#runner = undefined;
    this.#leaving.clear();
  }

  #spawn(): EngineRunner {
    const runner = this.#options.start({
      onMessage: (message) => {
        const { id, content } = message as FromEngine<Answer>;
        if (content.kind === 'closed') this.#leaving.delete(id);
        else this.#clients.get(id)?.onAnswer(content as Answer);
        this.#restartDeadline();
      },
      onEnd: (cause) => this.#fail(runner, cause),
    });
    return runner;
  }

  #fail(runner: EngineRunner, cause: unknown): void {
    if (runner !== this.#runner) return;
    this.#runner = undefined;
    runner.terminate();
    this.#pending = 0;
    this.#leaving.clear();
    this.#deadline.unsubscribe();
    const { title, provider } = this.#options;
    const lost = [...this.#clients.values()];
    this.#clients.clear();
    const error = new AntiphonError('provider_failed', `${title} failed: ${messageOf(cause)}`, { provider, cause });
    for (const client of lost) client.onLost(error);
  }

  #addPending(answers: number): void {
    this.#pending += answers;
    if (this.#pending > 0) this.#runner?.ref();
    else this.#runner?.unref();
    if (this.#deadline.closed || this.#pending === 0) this.#restartDeadline();
  }

  #restartDeadline(): void {
    this.#deadline.unsubscribe();
    const { answerMs, scheduler = asyncScheduler } = this.#options;
    const runner = this.#runner;
    if (answerMs === undefined || runner === undefined || this.#pending === 0) return;
    const hang = new Error(`it has not answered for ${answerMs / 1000} s`);
    this.#deadline = scheduler.schedule(() => this.#fail(runner, hang), answerMs);
  }
}
