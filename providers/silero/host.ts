import { Observable } from 'rxjs';
import type { Subscriber } from 'rxjs';
import type { AntiphonError } from '../../src/core/errors.ts';
import { createLink } from './link.ts';
import type { Link, LinkOptions, Stream } from './link.ts';
import type { ModelFile } from './modelFile.ts';
import type { SampleRate } from './wire.ts';

/**
 * All streams of one model file. They share a worker thread that the first of them starts. It stays for the next session,
 * without keeping the process alive.
 */
export interface Host {
  /** One probability per window, in order; completes after the last one. Unsubscribing frees the stream's memory. */
  readonly score: (windows: Observable<Int16Array>, sampleRate: SampleRate) => Observable<number>;
  readonly stats: () => Promise<HostStats>;
}

export interface HostStats {
  /** Open here. */
  readonly streams: number;
  /** Remembered by the worker; undefined: there is none. */
  readonly inWorker: number | undefined;
}

export interface HostOptions extends Pick<LinkOptions, 'spawn'> {
  readonly model: ModelFile;
}

export function createHost({ model, spawn }: HostOptions): Host {
  const open = new Map<Stream, Subscriber<number>>();
  let link: Link | undefined;
  let ids = 0;

  const onDeath = (error: AntiphonError): void => {
    link = undefined;
    const orphans = [...open.values()];
    open.clear();
    for (const orphan of orphans) orphan.error(error);
  };
  const connect = (): Link => {
    link ??= createLink({ model, spawn, onDeath, streams: () => open.size });
    return link;
  };
  const forget = (stream: Stream): void => {
    if (open.delete(stream)) link?.forget(stream);
  };

  const score = (windows: Observable<Int16Array>, sampleRate: SampleRate): Observable<number> =>
    new Observable((subscriber) => {
      let owed = 0;
      let last = false;
      const completeWhenDone = (): void => {
        if (last && owed === 0) subscriber.complete();
      };
      const next = (probability: number): void => {
        owed -= 1;
        subscriber.next(probability);
        completeWhenDone();
      };
      ids += 1;
      const stream: Stream = { id: ids, sampleRate, next };
      const current = connect();
      open.set(stream, subscriber);
      subscriber.add(() => forget(stream));
      subscriber.add(
        windows.subscribe({
          next: (samples) => {
            owed += 1;
            current.score(stream, samples);
          },
          error: (error: unknown) => subscriber.error(error),
          complete: () => {
            last = true;
            completeWhenDone();
          },
        }),
      );
    });

  const stats = async (): Promise<HostStats> => ({ streams: open.size, inWorker: await link?.count() });
  return { score, stats };
}
