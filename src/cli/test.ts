import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DURATION, parseDuration } from '../core/duration.ts';
import { AntiphonError } from '../core/errors.ts';
import { messageOf } from '../core/messageOf.ts';
import { VERSION } from '../record/version.ts';
import { summarizeWaits } from '../testing/score/waits.ts';
import type { Command } from './command.ts';
import { createProgress } from './progress.ts';
import { findFiles } from './test/findFiles.ts';
import { formatJUnit } from './test/junit.ts';
import { countRules, countTests, formatTests } from './test/report.ts';
import type { FileResult, FromTestWorker, TestTask } from './test/results.ts';
import { RULES } from './test/rules.ts';
import { runFiles } from './test/runFiles.ts';
import { createThreadRunner } from './threadRunner.ts';

/** Runs a folder of recordings and scores as a suite. */
export const test: Command = {
  name: 'test',
  usage: 'DIR [--junit FILE.xml] [--json FILE.json] [--session ./session.js] [--limit 60s] [--jobs N]',
  page: 'evals.md',
  about:
    'Replays the recordings and plays the scores (*.score.ts) of a folder, and shows which turn-taking rules they exercise.',
  async run(args, terminal) {
    const { folder, junit, json, session, limitMs, jobs } = parseArguments(args);
    const files = await findFiles(folder);
    const runners = Array.from({ length: Math.min(jobs, files.length) }, () =>
      createThreadRunner<TestTask, FromTestWorker>('#test-worker', { limitMs }),
    );
    const results = await runFiles(files, {
      session: session === undefined ? undefined : resolve(session),
      runners,
      progress: createProgress(terminal, 'files'),
      warn: (file, text) => terminal.err(`warning: ${file}: ${text}`),
    });
    if (junit !== undefined) await writeFile(junit, formatJUnit(results));
    if (json !== undefined) await writeFile(json, `${JSON.stringify(createJson(results), null, 2)}\n`);
    terminal.out(formatTests(results, terminal.columns));
    return countTests(results).failed === 0 ? 0 : 1;
  },
};

interface Arguments {
  readonly folder: string;
  readonly junit: string | undefined;
  readonly json: string | undefined;
  readonly session: string | undefined;
  /** Maximum real time for a file, in ms. */
  readonly limitMs: number;
  /** The number of threads. */
  readonly jobs: number;
}

const OPTIONS = {
  junit: { type: 'string' },
  json: { type: 'string' },
  session: { type: 'string' },
  limit: { type: 'string' },
  jobs: { type: 'string' },
} as const;

function parseArguments(args: readonly string[]): Arguments {
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
    const [folder, ...more] = positionals;
    if (folder === undefined || more.length > 0) throw new Error(`expected one folder, got ${positionals.length}`);
    const { limit = '60s', junit, json, session } = values;
    const limitMs = parseDuration(limit);
    if (limitMs === undefined || limitMs === 0) throw new Error(`expected ${DURATION} for --limit, got "${limit}"`);
    return { folder, junit, json, session, limitMs, jobs: parseJobs(values.jobs) };
  } catch (cause) {
    throw new AntiphonError('usage_invalid', `test: ${messageOf(cause)}`, { cause });
  }
}

function parseJobs(written: string | undefined): number {
  if (written === undefined) return availableParallelism();
  const jobs = Number(written);
  if (!Number.isInteger(jobs) || jobs < 1) throw new Error(`expected --jobs of 1 or more, got "${written}"`);
  return jobs;
}

function createJson(files: readonly FileResult[]): unknown {
  const counts = countRules(files);
  return {
    antiphon: VERSION,
    ...countTests(files),
    waits: summarizeWaits(files.flatMap(({ tests }) => tests.flatMap(({ metrics }) => metrics))),
    rules: RULES.map(({ title, section }, n) => ({ title, section, conversations: counts[n] })),
    files: files.map(({ file, kind, tests }) => ({
      file,
      kind,
      tests: tests.map(({ name, ms, failure, rules }) => ({
        name,
        passed: failure === null,
        ms: Math.round(ms),
        ...(failure !== null && { failure }),
        rules: rules.map((n) => RULES[n]?.title),
      })),
    })),
  };
}
