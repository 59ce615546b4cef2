import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { AntiphonError } from '../../../src/core/errors.ts';
import type { Answer, FromWorker, Told, ToWorker, WorkerData } from './messages.ts';
import { messageOf } from '../../../src/core/messageOf.ts';

/** The worker, on the host's side. */
export interface Thread {
  connect(client: Client): Line;
  /** Whether nobody is connected. */
  readonly idle: boolean;
  end(): void;
}

/** Who is told what the worker answers. */
export interface Client {
  answered(answer: Answer): void;
  /** The thread is dead: nothing more comes from it. */
  lost(error: AntiphonError): void;
}

/** A client's way to the worker. */
export interface Line {
  tell(message: Told): void;
  /** So many more answers are owed to this client, or fewer. While there are any, the thread keeps the process alive. */
  owe(answers: number): void;
  hangUp(): void;
}

/** Starts the worker; `onDeath` is called before its clients are told. */
export function startThread(specifier: string, onDeath: (thread: Thread) => void): Thread {
  const workerData: WorkerData = { specifier };
  // Flags of the process need not be lawful for a worker (`--input-type`).
  const worker = new Worker(createRequire(import.meta.url).resolve('#local-stt-worker'), { workerData, execArgv: [] });
  const clients = new Map<number, Client>();
  let connected = 0;
  let owed = 0;

  const owe = (answers: number): void => {
    owed += answers;
    if (owed > 0) worker.ref();
    else worker.unref();
  };
  const thread: Thread = {
    connect: (client) => {
      const id = connected++;
      clients.set(id, client);
      let own = 0;
      return {
        tell: (message) => send(worker, { id, ...message }),
        owe: (answers) => {
          own += answers;
          owe(answers);
        },
        hangUp: () => {
          clients.delete(id);
          owe(-own);
          own = 0;
        },
      };
    },
    get idle(): boolean {
      return clients.size === 0;
    },
    end: () => void worker.terminate(),
  };
  const die = (cause: unknown): void => {
    onDeath(thread);
    const reason = messageOf(cause);
    const message = `the thread of the local recogniser died: ${reason}`;
    const lost = [...clients.values()];
    clients.clear();
    for (const client of lost) client.lost(new AntiphonError('provider_failed', message, { provider: 'local', cause }));
  };
  worker.on('message', ({ id, ...answer }: FromWorker) => clients.get(id)?.answered(answer));
  worker.on('error', die);
  worker.on('exit', (code) => die(new Error(`it ended with code ${code}`)));
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
