import { concatSamples } from '../../src/core/audio.ts';
import { AntiphonError } from '../../src/core/errors.ts';
import { createBatcher } from './batcher.ts';
import { startThread, type ThreadOptions } from './thread.ts';
import type { Batch, FromWorker, SampleRate } from './messages.ts';

/** A stream of windows that waits for scores. */
export interface Stream {
  readonly id: number;
  readonly sampleRate: SampleRate;
  readonly next: (probability: number) => void;
}

/** The connection of streams to one worker thread, from its start to its end. */
export interface WorkerConnection {
  score(stream: Stream, samples: Int16Array): void;
  /** Drops the stream's pending windows and its state in the worker. */
  release(stream: Stream): void;
  /** Resolves to the number of streams whose state the worker holds; 0 if it has ended. */
  count(): Promise<number>;
}

export interface WorkerConnectionOptions extends Pick<ThreadOptions, 'modelPath' | 'spawn'> {
  /** Returns the number of open streams. */
  readonly streams: () => number;
  /** Called once. */
  readonly onTerminated: (error: AntiphonError) => void;
}

interface Window {
  readonly stream: Stream;
  readonly samples: Int16Array;
}

export function createWorkerConnection(options: WorkerConnectionOptions): WorkerConnection {
  const { modelPath, spawn, streams, onTerminated } = options;
  const pending: Window[][] = [];
  const counts: ((streams: number) => void)[] = [];
  const started = new Set<Stream>();
  let hasEnded = false;

  const send = (windows: Window[]): void => {
    pending.push(windows);
    for (const { stream } of windows) started.add(stream);
    thread.post({ kind: 'score', batch: createBatch(windows) });
  };
  const onMessage = (message: FromWorker): void => {
    if (message.kind === 'failed') return terminate(message.message);
    if (message.kind === 'counted') counts.shift()?.(message.streams);
    if (message.kind === 'scored') {
      deliver(pending.shift() ?? [], message.probabilities);
      batcher.confirm();
    }
    updateKeepAlive();
  };
  const terminate = (reason: string): void => {
    if (hasEnded) return;
    hasEnded = true;
    for (const resolve of counts) resolve(0);
    onTerminated(new AntiphonError('vad_failed', `Silero (${modelPath}): ${reason}`, { provider: 'silero' }));
  };
  /** Keeps the process alive while an answer is pending. */
  const updateKeepAlive = (): void => thread.setKeepAlive(batcher.isBusy || counts.length > 0);
  const batcher = createBatcher({ send, streamOf: ({ stream }) => stream, streams });
  const thread = startThread({ modelPath, spawn, onMessage, onEnd: terminate });

  return {
    score(stream: Stream, samples: Int16Array): void {
      batcher.add({ stream, samples });
      updateKeepAlive();
    },
    release(stream: Stream): void {
      batcher.remove((window) => window.stream === stream);
      updateKeepAlive();
      if (started.delete(stream)) thread.post({ kind: 'forget', stream: stream.id });
    },
    count: () =>
      new Promise((resolve) => {
        counts.push(resolve);
        updateKeepAlive();
        thread.post({ kind: 'count' });
      }),
  };
}

function createBatch(windows: readonly Window[]): Batch {
  return {
    streams: windows.map(({ stream }) => stream.id),
    sampleRates: windows.map(({ stream }) => stream.sampleRate),
    samples: concatSamples(windows.map(({ samples }) => samples)),
  };
}

function deliver(windows: readonly Window[], probabilities: Float32Array): void {
  windows.forEach(({ stream }, index) => stream.next(probabilities[index] ?? Number.NaN));
}
