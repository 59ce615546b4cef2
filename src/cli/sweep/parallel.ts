import { joinRuns, type PartialRun } from '../../replay/sweep/runs.ts';
import type { Run } from '../../replay/sweep/cells.ts';
import type { Changes } from '../../replay/whatIf/settings.ts';
import type { FromWorker, Runner, Task } from './workers.ts';

/** A file that contains a recording. */
export interface RecordingFile {
  readonly name: string;
  readonly path: string;
}

export interface ParallelOptions {
  readonly session: string | undefined;
  readonly runners: readonly Runner[];
  readonly progress: (done: number, all: number) => void;
  readonly warn: (name: string, text: string) => void;
  /** Called once for each recording that cannot be read or run. The results omit it. */
  readonly failed: (name: string, message: string) => void;
  /** Once it aborts, no further task begins, and the results contain only the finished ones. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs recordings over a grid with all runners, then closes the runners. Resolves with the results in the order of the
 * files.
 */
export async function runAll(
  files: readonly RecordingFile[],
  grid: readonly Changes[],
  options: ParallelOptions,
): Promise<readonly Run[]> {
  const { runners, progress, session, signal } = options;
  const tasks = files.flatMap((file) => createTasks(file, grid, taskSize(grid, files, runners), session));
  const results: Results = { parts: new Map(), broken: new Set() };
  const all = files.length * grid.length;
  let done = 0;
  const queue = tasks.values();
  const work = async (runner: Runner): Promise<void> => {
    for (const task of queue) {
      if (signal?.aborted === true) return;
      let played = 0;
      await runner.run(task, (message) => {
        record(task, message, results, options);
        if (message.kind !== 'played') return;
        played++;
        progress((done += 1), all);
      });
      // A recording that cannot be run counts as done.
      const missing = task.to - task.from - played;
      if (missing > 0) progress((done += missing), all);
    }
  };
  await Promise.all(runners.map(work));
  await Promise.all(runners.map((runner) => runner.close()));
  return files.flatMap(({ name }) => {
    const own = tasks.filter((task) => task.name === name).flatMap((task) => results.parts.get(task) ?? []);
    return results.broken.has(name) || signal?.aborted === true ? [] : [joinRuns(name, own)];
  });
}

interface Results {
  readonly parts: Map<Task, PartialRun>;
  /** The names of recordings for which a task failed. */
  readonly broken: Set<string>;
}

function record(task: Task, message: FromWorker, { parts, broken }: Results, { warn, failed }: ParallelOptions): void {
  if (message.kind === 'warning') warn(task.name, message.text);
  if (message.kind === 'ran') parts.set(task, message.part);
  if (message.kind !== 'failed') return;
  if (!broken.has(task.name)) failed(task.name, message.message);
  broken.add(task.name);
}

/** Computes the number of combinations per task. With few recordings, each is split into several tasks. */
function taskSize(grid: readonly unknown[], files: readonly unknown[], runners: readonly unknown[]): number {
  const perFile = Math.max(1, Math.ceil((TASKS_PER_RUNNER * runners.length) / files.length));
  return Math.max(1, Math.ceil(grid.length / perFile));
}

/** Minimum number of tasks per runner, so that none is idle while another has much left to do. */
const TASKS_PER_RUNNER = 4;

function createTasks(
  file: RecordingFile,
  grid: readonly Changes[],
  share: number,
  session: string | undefined,
): readonly Task[] {
  return Array.from({ length: Math.ceil(grid.length / share) }, (_, n) => ({
    ...file,
    grid,
    session,
    from: n * share,
    to: Math.min((n + 1) * share, grid.length),
  }));
}
