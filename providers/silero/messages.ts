/** The messages between host and worker. */

export type SampleRate = 8000 | 16000;

/** Samples per window of the model: 32 ms. */
export const WINDOW_SAMPLES: Readonly<Record<SampleRate, number>> = { 8000: 256, 16000: 512 };

/** The task of a worker: scoring windows or judging pauses. */
export type WorkerTask = 'vad' | 'turns';

export interface WorkerSetup {
  readonly task: WorkerTask;
  readonly modelPath: string;
  readonly interlock: SharedArrayBuffer;
}

/** Windows in order of arrival, stored as columns, with all samples in one array. */
export interface Batch {
  readonly streams: readonly number[];
  readonly sampleRates: readonly SampleRate[];
  readonly samples: Int16Array;
}

export type ToWorker =
  | { readonly kind: 'score'; readonly batch: Batch }
  | { readonly kind: 'forget'; readonly stream: number }
  | { readonly kind: 'count' }
  /** Up to 8 s of mono PCM at 16 kHz, for the task `turns`. Answered in order. */
  | { readonly kind: 'judge'; readonly audio: Int16Array };

export type FromWorker =
  /** One probability per window of the oldest unanswered batch. */
  | { readonly kind: 'scored'; readonly probabilities: Float32Array }
  /** Number of streams with state in the worker. */
  | { readonly kind: 'counted'; readonly streams: number }
  /** Probability that the user has finished, or the reason why there is none. */
  | { readonly kind: 'judged'; readonly over: number }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string };
