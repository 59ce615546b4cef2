import { readdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { AntiphonError } from '../core/errors.ts';
import { createGrid } from '../replay/sweep/grid.ts';
import { createSweep } from '../replay/sweep/sweep.ts';
import type { Command } from './command.ts';
import { messageOf } from '../core/messageOf.ts';
import { loadCustomParts } from './customParts.ts';
import { createProgress } from './progress.ts';
import { parseAxis } from './settings.ts';
import { runAll, type RecordingFile } from './sweep/parallel.ts';
import { formatReport } from './sweep/report.ts';
import { drawTradeSvg } from './sweep/tradeSvg.ts';
import { createSweepRunner } from './sweep/workers.ts';

/** Runs a folder of recordings over a grid of settings and plots waiting time against turns cut off. */
export const sweep: Command = {
  name: 'sweep',
  usage: 'DIR --vary name=from..to[/steps] [--vary name=a,b,c] [--session ./session.js] [--out trade.svg] [--jobs N]',
  page: 'what-if.md#sweep',
  about: 'Runs a folder of recordings over a grid of settings, and plots waiting time against turns cut off.',
  async run(args, terminal) {
    const { folder, vary, session, out, jobs } = parseArguments(args);
    const axes = vary.map(parseAxis);
    const grid = createGrid(axes);
    await loadCustomParts(session);
    const files = await findRecordings(folder);
    const runners = Array.from({ length: Math.min(jobs, files.length * grid.length) }, createSweepRunner);
    const runs = await runAll(files, grid, {
      session,
      runners,
      progress: createProgress(terminal, 'runs'),
      warn: (name, text) => terminal.err(`warning: ${name}: ${text}`),
      failed: (name, message) => terminal.err(`warning: skipped ${name}: ${message}`),
    });
    if (runs.length === 0) throw createNoRecordingsError(folder, 'none that can be run');
    const { cells } = createSweep(grid, runs);
    terminal.out(formatReport(cells, axes, runs.length, terminal.columns));
    if (out !== undefined) {
      await writeFile(out, drawTradeSvg(cells, axes));
      terminal.out(`\nThe plot is in ${out}.`);
    }
    return 0;
  },
};

interface Arguments {
  readonly folder: string;
  readonly vary: readonly string[];
  readonly session: string | undefined;
  readonly out: string | undefined;
  /** The number of threads. */
  readonly jobs: number;
}

function parseArguments(args: readonly string[]): Arguments {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        vary: { type: 'string', multiple: true },
        session: { type: 'string' },
        out: { type: 'string' },
        jobs: { type: 'string' },
      },
    });
    const [folder, ...more] = positionals;
    if (folder === undefined || more.length > 0) throw new Error(`expected one folder, got ${positionals.length}`);
    if (values.vary === undefined) throw new Error('expected a setting to vary: --vary min_endpointing_delay=0.1..0.8');
    return { folder, vary: values.vary, session: values.session, out: values.out, jobs: parseJobs(values.jobs) };
  } catch (cause) {
    throw new AntiphonError('usage_invalid', messageOf(cause), { cause });
  }
}

function parseJobs(written: string | undefined): number {
  if (written === undefined) return availableParallelism();
  const jobs = Number(written);
  if (!Number.isInteger(jobs) || jobs < 1) throw new Error(`expected --jobs of 1 or more, got "${written}"`);
  return jobs;
}

async function findRecordings(folder: string): Promise<readonly RecordingFile[]> {
  const files = await readdir(folder).catch((cause: unknown) => {
    throw new AntiphonError('usage_invalid', `expected a folder of recordings, found none at "${folder}"`, { cause });
  });
  const names = files.filter((name) => name.endsWith('.jsonl')).toSorted();
  if (names.length === 0) throw createNoRecordingsError(folder, 'none');
  return names.map((name) => ({ name, path: join(folder, name) }));
}

function createNoRecordingsError(folder: string, found: string): AntiphonError {
  return new AntiphonError('usage_invalid', `expected recordings (*.jsonl) in "${folder}", found ${found}`);
}
