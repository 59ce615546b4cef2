import { availableParallelism } from 'node:os';
import { createGrid, steps } from '../../../replay/sweep/grid.ts';
import { createSweep } from '../../../replay/sweep/sweep.ts';
import type { SweepRequest, SweepResult } from '../../../studio/protocol.ts';
import { runAll } from '../../sweep/parallel.ts';
import { StudioError, toFailure } from '../failures.ts';
import { findCall } from '../folder/folder.ts';
import type { StudioContext } from '../server/context.ts';
import type { Exchange } from '../server/route.ts';

/** Most combinations of a sweep. */
const MAX_CELLS = 1000;
/** About this many lines of progress are sent. */
const PROGRESS_LINES = 500;

/** Runs calls over a grid in threads of their own. Sends its progress, and stops when the client disconnects. */
export async function answerSweep(
  { ids, axes }: SweepRequest,
  context: StudioContext,
  exchange: Exchange,
): Promise<void> {
  const { response, signal } = exchange;
  const size = axes.reduce((product, { count }) => product * count, 1);
  if (size > MAX_CELLS)
    throw new StudioError('request_invalid', `axes: expected at most ${MAX_CELLS} combinations, got ${size}`);
  const grid = createGrid(axes.map(({ name, from, to, count }) => ({ name, values: steps(from, to, count) })));
  const files = await Promise.all(
    [...new Set(ids)].map(async (id) => ({ name: id, path: (await findCall(context.folder, id)).path })),
  );
  const failed: SweepResult['failed'][number][] = [];
  const write = (line: object): boolean => response.write(`${JSON.stringify(line)}\n`);
  response.writeHead(200, { 'content-type': 'application/jsonl; charset=utf-8' });
  const runs = files.length * grid.length;
  write({ done: 0, runs });
  const count = Math.min(Math.max(1, availableParallelism() - 1), runs);
  const stride = Math.ceil(runs / PROGRESS_LINES);
  const runners = Array.from({ length: count }, context.createSweepRunner);
  const stop = (): void => void Promise.all(runners.map((runner) => runner.close()));
  signal.addEventListener('abort', stop, { once: true });
  try {
    const results = await runAll(files, grid, {
      session: context.session,
      runners,
      signal,
      progress: (done) => done % stride === 0 && write({ done, runs }),
      warn: () => {},
      failed: (id, message) => failed.push({ id, message }),
    });
    if (!signal.aborted) write(toResult(createSweep(grid, results), failed));
  } catch (error) {
    write(toFailure(error).failure);
  } finally {
    signal.removeEventListener('abort', stop);
  }
  response.end();
}

function toResult({ ran, cells }: ReturnType<typeof createSweep>, failed: SweepResult['failed']): SweepResult {
  return {
    ran,
    failed,
    cells: cells.map(({ changes, summary, isRecorded, isEfficient }) => ({
      changes,
      isRecorded,
      isEfficient,
      waitMeanMs: summary.waitMs?.mean ?? null,
      cutOff: summary.cutOff,
      falseInterruptions: summary.falseInterruptions,
    })),
  };
}
