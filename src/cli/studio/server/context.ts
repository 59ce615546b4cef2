import type { Prices } from '../../../session/usage/prices.ts';
import type { Runner } from '../../sweep/workers.ts';
import type { Folder } from '../folder/folder.ts';
import type { TaskQueue } from '../threads/taskQueue.ts';

/** What the routes work with. */
export interface StudioContext {
  readonly folder: Folder;
  readonly cacheFolder: string;
  readonly prices: Prices | undefined;
  /** The module with the splices and stages that the sessions had. */
  readonly session: string | undefined;
  /** The threads by purpose: the index, the views of a call, and runs. */
  readonly threads: { readonly index: TaskQueue; readonly calls: TaskQueue; readonly runs: TaskQueue };
  /** Creates the thread of a sweep. */
  readonly createSweepRunner: () => Runner;
}
