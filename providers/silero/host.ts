import { Observable, type Subscriber } from 'rxjs';
import type { AntiphonError } from '../../src/core/errors.ts';
import {
  createWorkerConnection,
  type WorkerConnection,
  type WorkerConnectionOptions,
  type Stream,
} from './workerConnection.ts';
import type { SampleRate } from './messages.ts';

/**
 * The host of all streams of one model file, which share a worker thread. The first stream starts the thread. It stays
 * for the next session but does not keep the process alive.
 */
export interface SileroHost {
  /** Emits one probability per window, in order. Unsubscribing releases the stream's state. */
  readonly score: (windows: Observable<Int16Array>, sampleRate: SampleRate) => Observable<number>;
  readonly stats: () => Promise<SileroHostStats>;
}

export interface SileroHostStats {
  /** Number of open streams. */
  readonly streams: number;
  /** Number of streams whose state the worker holds; undefined without a worker. */
  readonly inWorker: number | undefined;
}

export interface SileroHostOptions extends Pick<WorkerConnectionOptions, 'spawn'> {
  readonly modelPath: string;
}

export function createSileroHost({ modelPath, spawn }: SileroHostOptions): SileroHost {
  const streams = new Map<Stream, Subscriber<number>>();
  let connection: WorkerConnection | undefined;
  let lastId = 0;

  const onTerminated = (error: AntiphonError): void => {
    connection = undefined;
    const failed = [...streams.values()];
    streams.clear();
    for (const subscriber of failed) subscriber.error(error);
  };
  const connect = (): WorkerConnection => {
    connection ??= createWorkerConnection({ modelPath, spawn, onTerminated, streams: () => streams.size });
    return connection;
  };
  const release = (stream: Stream): void => {
    if (streams.delete(stream)) connection?.release(stream);
  };

  const score = (windows: Observable<Int16Array>, sampleRate: SampleRate): Observable<number> =>
    new Observable((subscriber) => {
      let pending = 0;
      let isComplete = false;
      const completeIfDone = (): void => {
        if (isComplete && pending === 0) subscriber.complete();
      };
      const next = (probability: number): void => {
        pending -= 1;
        subscriber.next(probability);
        completeIfDone();
      };
      lastId += 1;
      const stream: Stream = { id: lastId, sampleRate, next };
      const current = connect();
      streams.set(stream, subscriber);
      subscriber.add(() => release(stream));
      subscriber.add(
        windows.subscribe({
          next: (samples) => {
            pending += 1;
            current.score(stream, samples);
          },
          error: (error: unknown) => subscriber.error(error),
          complete: () => {
            isComplete = true;
            completeIfDone();
          },
        }),
      );
    });

  const stats = async (): Promise<SileroHostStats> => ({ streams: streams.size, inWorker: await connection?.count() });
  return { score, stats };
}
