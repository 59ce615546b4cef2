import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { filter, map, Observable, type Subscriber } from 'rxjs';
import { AntiphonError } from '../../../src/core/errors.ts';
import type { SynthesizedSpeech, Utterance } from './engine.ts';
import type { Answer, FromWorker, Command, ToWorker, WorkerData } from './messages.ts';

/** The engine, in a thread of its own. */
export interface TtsHost {
  /** Starts the thread ahead of the first utterance. */
  warm(): void;
  /** Emits once and completes; unsubscribing cancels. Errors with `provider_unavailable` or `provider_failed`. */
  speak(utterance: Utterance): Observable<SynthesizedSpeech>;
  /** Emits the fault of the voice, or undefined, and completes. Errors like `speak`. */
  verify(voice: string): Observable<string | undefined>;
}

/**
 * Creates a host with at most one thread. It starts when it is needed, keeps the process alive only while a command is
 * pending, and is replaced after a failure, which fails the pending commands.
 */
export function createTtsHost(specifier = 'espeak-ng'): TtsHost {
  let thread: Thread | undefined;
  const running = (): Thread => {
    thread ??= startThread(specifier, (dead) => {
      if (thread === dead) thread = undefined;
    });
    return thread;
  };
  const ask = (question: Command): Observable<Answer> =>
    new Observable((subscriber) => subscriber.add(running().ask(question, subscriber)));
  return {
    warm: () => void running(),
    speak: (utterance) =>
      ask({ kind: 'speak', utterance }).pipe(
        filter((answer) => answer.kind === 'spoken'),
        map(({ spoken }) => spoken),
      ),
    verify: (voice) =>
      ask({ kind: 'verify', voice }).pipe(
        filter((answer) => answer.kind === 'verified'),
        map(({ fault }) => fault),
      ),
  };
}

/** The host that all sessions of this process share. */
export const sharedTtsHost: TtsHost = createTtsHost();

interface Thread {
  /** Sends a command. Returns a function that cancels it. */
  ask(question: Command, subscriber: Subscriber<Answer>): () => void;
}

function startThread(specifier: string, onTerminated: (thread: Thread) => void): Thread {
  const workerData: WorkerData = { specifier };
  // Some flags of the process are not allowed for a worker (`--input-type`).
  const worker = new Worker(createRequire(import.meta.url).resolve('#local-tts-worker'), { workerData, execArgv: [] });
  const pending = new Map<number, Subscriber<Answer>>();
  let asked = 0;

  const send = (message: ToWorker): void => worker.postMessage(message);
  const settle = (id: number): void => {
    pending.delete(id);
    if (pending.size === 0) worker.unref();
  };
  const thread: Thread = {
    ask: (question, subscriber) => {
      const id = asked++;
      pending.set(id, subscriber);
      worker.ref();
      send({ id, ...question });
      return () => {
        if (pending.has(id)) send({ id, kind: 'cancel' });
        settle(id);
      };
    },
  };
  const terminate = (cause: unknown): void => {
    onTerminated(thread);
    const error = new AntiphonError('provider_failed', 'the thread of the local voice died', {
      provider: 'local',
      cause,
    });
    for (const subscriber of pending.values()) subscriber.error(error);
  };
  worker.on('message', ({ id, ...answer }: FromWorker) => {
    const subscriber = pending.get(id);
    settle(id);
    if (subscriber !== undefined) deliver(answer, subscriber);
  });
  worker.on('error', terminate);
  worker.on('exit', (code) => terminate(new Error(`it ended with code ${code}`)));
  worker.unref();
  return thread;
}

function deliver(answer: Answer, subscriber: Subscriber<Answer>): void {
  if (answer.kind === 'failed')
    return subscriber.error(new AntiphonError(answer.code, answer.message, { provider: 'local' }));
  subscriber.next(answer);
  subscriber.complete();
}
