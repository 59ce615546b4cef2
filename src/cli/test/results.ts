import type { Metric } from '../../core/metric.ts';

/** A task for a worker: one file. */
export interface TestTask {
  readonly path: string;
  readonly kind: 'recording' | 'score';
  /** The module with the splices and stages that recorded sessions had. */
  readonly session: string | undefined;
}

/** The result of replaying a recording or playing a score. */
export interface TestResult {
  readonly name: string;
  /** Real time, in ms. */
  readonly ms: number;
  /** Why it failed, or null if it passed. */
  readonly failure: string | null;
  /** The turn-taking rules that it demonstrates, as indices of `RULES`. */
  readonly rules: readonly number[];
  readonly metrics: readonly Metric[];
}

export interface FileResult {
  readonly file: string;
  readonly kind: TestTask['kind'];
  readonly tests: readonly TestResult[];
}

/** A worker's replies to a task: warnings, then one `ran` or `failed`. */
export type FromTestWorker =
  | { readonly kind: 'warning'; readonly text: string }
  | { readonly kind: 'ran'; readonly tests: readonly TestResult[] }
  | { readonly kind: 'failed'; readonly message: string };
