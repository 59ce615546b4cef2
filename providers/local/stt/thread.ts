import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { AntiphonError } from '../../../src/core/errors.ts';
import type { Answer, FromWorker, Command, ToWorker, WorkerData } from './messages.ts';
import { messageOf } from '../../../src/core/messageOf.ts';

/** The worker thread, in the host. */
export interface Thread {
  connect(client: ThreadClient): ThreadConnection;
  /** Whether no client is connected. */
  readonly isIdle: boolean;
  end(): void;
}

/** A receiver of the worker's answers. */
export interface ThreadClient {
  onAnswer(answer: Answer): void;
  /** Called when the thread has ended. */
  onLost(error: AntiphonError): void;
}

/** One client's connection to the worker. */
export interface ThreadConnection {
  postMessage(message: Command): void;
  /** Adds pending answers, or removes them if negative. While there are any, the thread keeps the process alive. */
  addPending(answers: number): void;
  disconnect(): void;
}

/** Starts the worker; `onDeath` is called before its clients are told. */
export function startThread(specifier: string, onTerminated: (thread: Thread) => void): Thread {
  const workerData: WorkerData = { specifier };
  // Some flags of the process are not allowed for a worker (`--input-type`).
  const worker = new Worker(createRequire(import.meta.url).resolve('#local-stt-worker'), { workerData, execArgv: [] });
  const clients = new Map<number, ThreadClient>();
  let connected = 0;
  let pending = 0;

  const addPending = (answers: number): void => {
    pending += answers;
    if (pending > 0) worker.ref();
    else worker.unref();
  };
  const thread: Thread = {
    connect: (client) => {
      const id = connected++;
      clients.set(id, client);
      let own = 0;
      return {
        postMessage: (message) => send(worker, { id, ...message }),
        addPending: (answers) => {
          own += answers;
          addPending(answers);
        },
        disconnect: () => {
          clients.delete(id);
          addPending(-own);
          own = 0;
        },
      };
    },
    get isIdle(): boolean {
      return clients.size === 0;
    },
    end: () => void worker.terminate(),
  };
  const terminate = (cause: unknown): void => {
    onTerminated(thread);
    const reason = messageOf(cause);
    const message = `the thread of the local recogniser died: ${reason}`;
    const lost = [...clients.values()];
    clients.clear();
    for (const client of lost)
      client.onLost(new AntiphonError('provider_failed', message, { provider: 'local', cause }));
  };
  worker.on('message', ({ id, ...answer }: FromWorker) => clients.get(id)?.onAnswer(answer));
  worker.on('error', terminate);
  worker.on('exit', (code) => terminate(new Error(`it ended with code ${code}`)));
  worker.unref();
  return thread;
}

/** Posts a message with a copy of its samples: a frame may be a view of a larger buffer. */
function send(worker: Worker, message: ToWorker): void {
  if (message.kind !== 'input' || message.input.kind !== 'audio') return worker.postMessage(message);
  const { frame } = message.input;
  const samples = frame.samples.slice();
  const input = { ...message.input, frame: { ...frame, samples } };
  worker.postMessage({ ...message, input } satisfies ToWorker, [samples.buffer]);
}
