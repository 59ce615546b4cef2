import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { DURATION, parseDuration } from '../core/duration.ts';
import { AntiphonError } from '../core/errors.ts';
import { messageOf } from '../core/messageOf.ts';
import type { Command, Terminal } from './command.ts';
import { createProgress } from './progress.ts';
import { evaluatePolicies } from './turns/eotBench.ts';
import { selectPauses, type ScoredPause } from './turns/policies.ts';
import { evaluateCommits, readCommittedPauses } from './turns/recordedPauses.ts';
import { listSpeech, type SpeechFile } from './turns/readFolder.ts';
import { formatTurns, type ModelResult } from './turns/report.ts';
import { loadTurnModel, type NamedModel } from './turns/turnModels.ts';
import { drawTurnsSvg } from './turns/turnsSvg.ts';

/** Evaluates turn models on a folder of recordings, as eot-bench does. */
export const turns: Command = {
  name: 'turns',
  usage: 'DIR [--model text|stt|smart-turn:FILE|./model.js …] [--word-delay 200ms] [--out turns.svg]',
  page: 'turns.md',
  about: 'Runs recordings or WAV files over policies of turn models, and plots waiting time against pauses cut off.',
  async run(args, terminal) {
    const { folder, models: written, wordDelayMs, out } = parseArguments(args);
    const models = await Promise.all(written.map(loadTurnModel));
    const files = await listSpeech(folder, wordDelayMs);
    const { pauses, committed, read } = await scoreFiles(files, models, terminal);
    const [first = []] = pauses;
    const counted = selectPauses(first);
    const ends = counted.filter(({ lengthMs }) => lengthMs === Number.POSITIVE_INFINITY).length;
    if (ends === 0) throw new AntiphonError('usage_invalid', `expected turns in the files of "${folder}", found none`);
    const results: readonly ModelResult[] = [
      ...models.map(({ title }, n) => ({ title, tradeOffs: evaluatePolicies(pauses[n] ?? []) })),
      { title: 'silence', tradeOffs: evaluatePolicies(first, 'silence') },
    ];
    const recorded = committed && evaluateCommits(committed);
    terminal.out(
      formatTurns(results, { files: read, ends, pauses: counted.length - ends, recorded }, terminal.columns),
    );
    if (out !== undefined) {
      await writeFile(out, drawTurnsSvg(results));
      terminal.out(`\nThe plot is in ${out}.`);
    }
    return 0;
  },
};

interface Arguments {
  readonly folder: string;
  readonly models: readonly string[];
  /** Delay from the end of a word until the recogniser has it, in ms. */
  readonly wordDelayMs: number;
  readonly out: string | undefined;
}

const OPTIONS = {
  model: { type: 'string', multiple: true },
  'word-delay': { type: 'string' },
  out: { type: 'string' },
} as const;

function parseArguments(args: readonly string[]): Arguments {
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
    const [folder, ...more] = positionals;
    if (folder === undefined || more.length > 0) throw new Error(`expected one folder, got ${positionals.length}`);
    const delay = values['word-delay'] ?? '200ms';
    const wordDelayMs = parseDuration(delay);
    if (wordDelayMs === undefined) throw new Error(`expected ${DURATION} for --word-delay, got "${delay}"`);
    return { folder, models: values.model ?? ['text'], wordDelayMs, out: values.out };
  } catch (cause) {
    throw new AntiphonError('usage_invalid', messageOf(cause), { cause });
  }
}

/** The pauses of all files, by model, and the number of readable files. */
interface Scored {
  readonly pauses: readonly ScoredPause[][];
  /** The same for the recorded commits. Undefined if a file is not a recording. */
  readonly committed: readonly ScoredPause[] | undefined;
  readonly read: number;
}

async function scoreFiles(
  files: readonly SpeechFile[],
  models: readonly NamedModel[],
  terminal: Terminal,
): Promise<Scored> {
  const progress = createProgress(terminal, 'files');
  const pauses = models.map((): ScoredPause[] => []);
  const committed: ScoredPause[] = [];
  let areRecordings = true;
  let read = 0;
  for (const [n, file] of files.entries()) {
    try {
      const speech = await file.read();
      const scored: (readonly ScoredPause[])[] = [];
      for (const model of models) scored.push(await model.score(speech));
      for (const [at, own] of scored.entries()) pauses[at]?.push(...own);
      committed.push(...readCommittedPauses(speech));
      areRecordings &&= speech.session !== undefined;
      read += 1;
    } catch (error) {
      terminal.err(`warning: skipped ${file.name}: ${messageOf(error)}`);
    }
    progress(n + 1, files.length);
  }
  return { pauses, committed: areRecordings ? committed : undefined, read };
}
