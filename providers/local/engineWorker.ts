import type * as workerThreads from 'node:worker_threads';
import type { Worker } from 'node:worker_threads';
import { Observable } from 'rxjs';
import { lazyBuiltin } from '../../src/wire/lazyBuiltin.ts';
import { AntiphonError } from '../../src/core/errors.ts';
import { messageOf } from '../../src/core/messageOf.ts';
import { findPackageFile } from '../../src/wire/packageFile.ts';
import type { FromWorker, ToWorker, WorkerData } from './messages.ts';

const loadThreads = lazyBuiltin<typeof workerThreads>('node:worker_threads');

/** A receiver of the worker's answers. */
export interface WorkerClient<Answer> {
  onAnswer(answer: Answer): void;
  /** Called when the thread has ended. */
  onLost(error: AntiphonError): void;
}

/** One client's connection to the worker. */
export interface WorkerConnection<Command> {
  send(command: Command, transfer?: readonly ArrayBuffer[]): void;
  /** Adds pending answers, or removes them if negative. While any are pending, the thread keeps the process alive. */
  addPending(answers: number): void;
  /** Closes the connection here and in the worker. */
  disconnect(): void;
}

/** The worker thread of an embedded engine. It starts on demand and is replaced after a failure. */
export class EngineWorker<Command, Answer> {
  readonly #part: 'stt' | 'tts';
  readonly #workerData: WorkerData;
  readonly #clients = new Map<number, WorkerClient<Answer>>();
  #worker: Worker | undefined;
  #lastId = 0;
  #pending = 0;

  constructor(part: 'stt' | 'tts', specifier: string) {
    this.#part = part;
    this.#workerData = { specifier };
  }

  /** Starts the worker unless it is running. */
  start(): Worker {
    this.#worker ??= this.#spawn();
    return this.#worker;
  }

  connect(client: WorkerClient<Answer>): WorkerConnection<Command> {
    const worker = this.start();
    const id = (this.#lastId += 1);
    let own = 0;
    const post = (content: ToWorker<Command>['content'], transfer: readonly ArrayBuffer[] = []): void =>
      worker.postMessage({ id, content } satisfies ToWorker<Command>, transfer);
    const addPending = (answers: number): void => {
      if (!this.#clients.has(id)) return;
      own += answers;
      this.#addPending(answers);
    };
    this.#clients.set(id, client);
    const disconnect = (): void => {
      post({ kind: 'close' });
      addPending(-own);
      this.#clients.delete(id);
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

  /** Ends the thread if no client is connected. */
  endIfIdle(): void {
    if (this.#clients.size > 0) return;
    void this.#worker?.terminate();
    this.#worker = undefined;
  }

  #spawn(): Worker {
    const entry = findPackageFile(`#local-${this.#part}-worker`);
    // Some flags of the process are not allowed for a worker (`--input-type`).
    const worker = new (loadThreads().Worker)(entry, { workerData: this.#workerData, execArgv: [] });
    worker.on('message', ({ id, content }: FromWorker<Answer>) => this.#clients.get(id)?.onAnswer(content));
    worker.on('error', (error) => this.#fail(worker, error));
    worker.on('exit', (code) => this.#fail(worker, new Error(`it ended with code ${code}`)));
    worker.unref();
    return worker;
  }

  #fail(worker: Worker, cause: unknown): void {
    if (worker !== this.#worker) return;
    this.#worker = undefined;
    this.#pending = 0;
    const message = `the thread of the local ${this.#part.toUpperCase()} failed: ${messageOf(cause)}`;
    const lost = [...this.#clients.values()];
    this.#clients.clear();
    for (const client of lost)
      client.onLost(new AntiphonError('provider_failed', message, { provider: 'local', cause }));
  }

  #addPending(answers: number): void {
    this.#pending += answers;
    if (this.#pending > 0) this.#worker?.ref();
    else this.#worker?.unref();
  }
}
