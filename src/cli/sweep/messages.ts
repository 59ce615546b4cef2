import type { PartialRun, Range } from '../../replay/sweep/runs.ts';
import type { Changes } from '../../replay/whatIf/settings.ts';

/** A recording and a range of the grid that a worker is to run it over. */
export interface Task extends Range {
  /** Stands for the recording where it is spoken of. */
  readonly name: string;
  readonly path: string;
  readonly grid: readonly Changes[];
  /** The module with the splices and stages that the sessions had. */
  readonly session: string | undefined;
}

/** What a worker answers: any number of `warning` and `played`, then one of the others. */
export type FromWorker =
  | { readonly kind: 'warning'; readonly text: string }
  /** One more combination was played. */
  | { readonly kind: 'played' }
  | { readonly kind: 'ran'; readonly part: PartialRun }
  | { readonly kind: 'failed'; readonly message: string };
