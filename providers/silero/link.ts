import { AntiphonError } from '../../src/core/errors.ts';
import { createBatcher } from './batcher.ts';
import { startThread } from './thread.ts';
import type { ThreadOptions } from './thread.ts';
import type { Batch, FromWorker, SampleRate } from './wire.ts';

/** One who waits for scores. */
export interface Stream {
  readonly id: number;
  readonly sampleRate: SampleRate;
  readonly next: (probability: number) => void;
}

/** What one life of the worker thread does for its streams. */
export interface Link {
  score(stream: Stream, samples: Int16Array): void;
  /** What the stream still waits for is dropped, and so is its memory in the worker. */
  forget(stream: Stream): void;
  /** How many streams the worker remembers; 0 if it died. */
  count(): Promise<number>;
}

export interface LinkOptions extends Pick<ThreadOptions, 'model' | 'spawn'> {
  /** How many streams are open. */
  readonly streams: () => number;
  /** Called once. */
  readonly onDeath: (error: AntiphonError) => void;
}

interface Window {
  readonly stream: Stream;
  readonly samples: Int16Array;
}

export function createLink({ model, spawn, streams, onDeath }: LinkOptions): Link {
  const unanswered: Window[][] = [];
  const counts: ((streams: number) => void)[] = [];
  const known = new Set<Stream>();
  let dead = false;

  const send = (windows: Window[]): void => {
    unanswered.push(windows);
    for (const { stream } of windows) known.add(stream);
    thread.post({ kind: 'score', batch: pack(windows) });
  };
  const onMessage = (message: FromWorker): void => {
    if (message.kind === 'failed') return die(message.message);
    if (message.kind === 'counted') counts.shift()?.(message.streams);
    else {
      deliver(unanswered.shift() ?? [], message.probabilities);
      batcher.answered();
    }
    holdWhileOwed();
  };
  const die = (reason: string): void => {
    if (dead) return;
    dead = true;
    for (const resolve of counts) resolve(0);
    onDeath(new AntiphonError('vad_failed', `Silero (${model.path}): ${reason}`, { provider: 'silero' }));
  };
  /** The process lives on for as long as somebody waits for an answer. */
  const holdWhileOwed = (): void => thread.hold(batcher.busy || counts.length > 0);
  const batcher = createBatcher({ send, streamOf: ({ stream }) => stream, streams });
  const thread = startThread({ model, spawn, onMessage, onEnd: die });

  return {
    score(stream: Stream, samples: Int16Array): void {
      batcher.add({ stream, samples });
      holdWhileOwed();
    },
    forget(stream: Stream): void {
      batcher.withdraw((window) => window.stream === stream);
      holdWhileOwed();
      if (known.delete(stream)) thread.post({ kind: 'forget', stream: stream.id });
    },
    count: () =>
      new Promise((resolve) => {
        counts.push(resolve);
        holdWhileOwed();
        thread.post({ kind: 'count' });
      }),
  };
}

function pack(windows: readonly Window[]): Batch {
  const samples = new Int16Array(windows.reduce((sum, window) => sum + window.samples.length, 0));
  let at = 0;
  for (const window of windows) {
    samples.set(window.samples, at);
    at += window.samples.length;
  }
  const streams = windows.map(({ stream }) => stream.id);
  const sampleRates = windows.map(({ stream }) => stream.sampleRate);
  return { streams, sampleRates, samples };
}

function deliver(windows: readonly Window[], probabilities: Float32Array): void {
  windows.forEach(({ stream }, place) => stream.next(probabilities[place] ?? Number.NaN));
}
