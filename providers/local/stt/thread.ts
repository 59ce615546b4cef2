import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { AntiphonError } from '../../../src/core/errors.ts';
import type { Answer, FromWorker, Command, ToWorker, WorkerData } from './messages.ts';
import { messageOf } from '../../../src/core/messageOf.ts';

/** The worker, on the host's side. */
export interface Thread {
  connect(client: ThreadClient): ThreadConnection;
  /** Whether nobody is connected. */
  readonly isIdle: boolean;
  end(): void;
}

/** Who is told what the worker answers. */
export interface ThreadClient {
  onAnswer(answer: Answer): void;
  /** The thread is dead: nothing more comes from it. */
  onLost(error: AntiphonError): void;
}

/** A client's way to the worker. */
export interface ThreadConnection {
  postMessage(message: Command): void;
  /** So many more answers are owed to this client, or fewer. While there are any, the thread keeps the process alive. */
  addPending(answers: number): void;
  disconnect(): void;
}

/** Starts the worker; `onDeath` is called before its clients are told. */
export function startThread(specifier: string, onTerminated: (thread: Thread) => void): Thread {
  const workerData: WorkerData = { specifier };
  // Flags of the process need not be lawful for a worker (`--input-type`).
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

/** Samples are copied once, and only they: a frame may be a view of much more. */
function send(worker: Worker, message: ToWorker): void {
  if (message.kind !== 'input' || message.input.kind !== 'audio') return worker.postMessage(message);
  const { frame } = message.input;
  const samples = frame.samples.slice();
  const input = { ...message.input, frame: { ...frame, samples } };
  worker.postMessage({ ...message, input } satisfies ToWorker, [samples.buffer]);
}
