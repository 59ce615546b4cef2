import type { Metric } from '../../core/metric.ts';

/** A file for a worker. */
export interface TestTask {
  readonly path: string;
  readonly kind: 'recording' | 'score';
  /** The module with the splices and stages that recorded sessions had. */
  readonly session: string | undefined;
}

/** A recording that was replayed, or a score that was played. */
export interface TestResult {
  readonly name: string;
  /** Real time, in ms. */
  readonly ms: number;
  /** Why it failed; null: it passed. */
  readonly failure: string | null;
  /** The rules of turn-taking that it has shown: indices of `RULES`. */
  readonly rules: readonly number[];
  readonly metrics: readonly Metric[];
}

export interface FileResult {
  readonly file: string;
  readonly kind: TestTask['kind'];
  readonly tests: readonly TestResult[];
}

/** A worker's answers to a task: any number of `warning`, then one of the others. */
export type FromTestWorker =
  | { readonly kind: 'warning'; readonly text: string }
  | { readonly kind: 'ran'; readonly tests: readonly TestResult[] }
  | { readonly kind: 'failed'; readonly message: string };
