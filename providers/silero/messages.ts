/** What host and worker say to each other. */

export type SampleRate = 8000 | 16000;

/** Samples that the model wants per window: 32 ms. */
export const WINDOW_SAMPLES: Readonly<Record<SampleRate, number>> = { 8000: 256, 16000: 512 };

export interface WorkerSetup {
  readonly modelPath: string;
  /** Expected of the file, in hex; absent for a model of the user's own. */
  readonly sha256?: string | undefined;
  readonly interlock: SharedArrayBuffer;
}

/** Windows in the order of their arrival, in columns: the samples of all of them follow each other in one array. */
export interface Batch {
  readonly streams: readonly number[];
  readonly sampleRates: readonly SampleRate[];
  readonly samples: Int16Array;
}

export type ToWorker =
  | { readonly kind: 'score'; readonly batch: Batch }
  | { readonly kind: 'forget'; readonly stream: number }
  | { readonly kind: 'count' };

export type FromWorker =
  /** One per window of the oldest batch without an answer. */
  | { readonly kind: 'scored'; readonly probabilities: Float32Array }
  /** How many streams the worker remembers. */
  | { readonly kind: 'counted'; readonly streams: number }
  | { readonly kind: 'failed'; readonly message: string };
