import { WINDOW_SAMPLES, type Batch, type SampleRate } from './messages.ts';

/** A window of a batch. */
export interface BatchWindow {
  /** Index in the batch. */
  readonly index: number;
  readonly stream: number;
  readonly samples: Int16Array;
}

/** Windows that can be scored together: at most one per stream, all of one rate. */
export interface Run {
  readonly sampleRate: SampleRate;
  readonly windows: readonly BatchWindow[];
}

/**
 * Splits a batch into as few runs as possible while keeping each stream in order, because a stream's second window
 * needs the state after its first.
 */
export function planRuns({ streams, sampleRates, samples }: Batch): Run[] {
  const runs: { readonly sampleRate: SampleRate; readonly windows: BatchWindow[] }[] = [];
  const nextRun = new Map<number, number>();
  let offset = 0;
  streams.forEach((stream, index) => {
    const sampleRate = sampleRates[index] ?? 16000;
    const end = offset + WINDOW_SAMPLES[sampleRate];
    const window = { index, stream, samples: samples.subarray(offset, end) };
    offset = end;
    const earliest = nextRun.get(stream) ?? 0;
    const fitting = runs.findIndex((run, at) => at >= earliest && run.sampleRate === sampleRate);
    if (fitting === -1) runs.push({ sampleRate, windows: [window] });
    else runs[fitting]?.windows.push(window);
    nextRun.set(stream, (fitting === -1 ? runs.length - 1 : fitting) + 1);
  });
  return runs;
}
