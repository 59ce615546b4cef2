import type { PartialRun, Range } from '../../replay/sweep/runs.ts';
import type { Changes } from '../../replay/whatIf/settings.ts';
import { createThreadRunner, type ThreadRunner } from '../threadRunner.ts';

/** A task for a worker: a recording and a range of the grid. */
export interface Task extends Range {
  /** The recording's name in messages. */
  readonly name: string;
  readonly path: string;
  readonly grid: readonly Changes[];
  /** The module with the splices and stages that the sessions had. */
  readonly session: string | undefined;
}

/** A worker's replies to a task: warnings and `played`, then one `ran` or `failed`. */
export type FromWorker =
  | { readonly kind: 'warning'; readonly text: string }
  /** Another combination was played. */
  | { readonly kind: 'played' }
  | { readonly kind: 'ran'; readonly part: PartialRun }
  | { readonly kind: 'failed'; readonly message: string };

/** Runs tasks one after the other. */
export type Runner = ThreadRunner<Task, FromWorker>;

/** Creates a runner with its own thread. */
export function createSweepRunner(): Runner {
  return createThreadRunner('#sweep-worker');
}
