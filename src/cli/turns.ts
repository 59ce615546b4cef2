import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { DURATION, parseDuration } from '../core/duration.ts';
import { AntiphonError } from '../core/errors.ts';
import { messageOf } from '../core/messageOf.ts';
import type { Command, Terminal } from './command.ts';
import { createProgress } from './progress.ts';
import { evaluatePolicies } from './turns/eotBench.ts';
import { selectPauses, type ScoredPause } from './turns/policies.ts';
import { listSpeech, type SpeechFile } from './turns/readFolder.ts';
import { formatTurns, type ModelResult } from './turns/report.ts';
import { scorePauses, type TimedSpeech } from './turns/scorePauses.ts';
import { loadTurnModel, type NamedModel } from './turns/turnModels.ts';
import { drawTurnsSvg } from './turns/turnsSvg.ts';

/** Evaluates turn models on a folder of recordings, as eot-bench does. */
export const turns: Command = {
  usage: 'turns DIR [--model text|smart-turn:FILE|./model.js …] [--word-delay 200ms] [--out turns.svg]',
  about: 'Runs recordings or WAV files over policies of turn models, and plots waiting time against pauses cut off.',
  async run(args, terminal) {
    const { folder, models: written, wordDelayMs, out } = parseArguments(args);
    const models = await Promise.all(written.map(loadTurnModel));
    const files = await listSpeech(folder, wordDelayMs);
    const { pauses, read } = await scoreFiles(files, models, terminal);
    const [first = []] = pauses;
    const counted = selectPauses(first);
    const ends = counted.filter(({ lengthMs }) => lengthMs === Number.POSITIVE_INFINITY).length;
    if (ends === 0) throw new AntiphonError('usage_invalid', `expected turns in the files of "${folder}", found none`);
    const results: readonly ModelResult[] = [
      ...models.map(({ title }, n) => ({ title, tradeOffs: evaluatePolicies(pauses[n] ?? []) })),
      { title: 'silence', tradeOffs: evaluatePolicies(first, 'silence') },
    ];
    terminal.out(formatTurns(results, { files: read, ends, pauses: counted.length - ends }, terminal.columns));
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
  /** Time from the end of a word until the recogniser has it, in ms. */
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

/** The pauses of all files, by model, and the number of files that could be read. */
interface Scored {
  readonly pauses: readonly ScoredPause[][];
  readonly read: number;
}

async function scoreFiles(
  files: readonly SpeechFile[],
  models: readonly NamedModel[],
  terminal: Terminal,
): Promise<Scored> {
  const progress = createProgress(terminal, 'files');
  const pauses = models.map((): ScoredPause[] => []);
  let read = 0;
  for (const [n, file] of files.entries()) {
    try {
      const speech = await file.read();
      checkInputs(speech, models);
      const scored: (readonly ScoredPause[])[] = [];
      for (const { model } of models) scored.push(await scorePauses(speech, model));
      for (const [at, own] of scored.entries()) pauses[at]?.push(...own);
      read += 1;
    } catch (error) {
      terminal.err(`warning: ${file.name} is left out: ${messageOf(error)}`);
    }
    progress(n + 1, files.length);
  }
  return { pauses, read };
}

/** @throws AntiphonError `usage_invalid` if a model needs words or audio that are not there */
function checkInputs({ samples, turns: all }: TimedSpeech, models: readonly NamedModel[]): void {
  const reads = models.find(({ model }) => model.usesAudio === false);
  if (reads !== undefined && all.some(({ words }) => words.length === 0))
    throw new AntiphonError('usage_invalid', `${reads.title} reads words: expected those of each turn`);
  const listens = models.find(({ model }) => model.usesAudio !== false);
  if (listens !== undefined && samples.length === 0)
    throw new AntiphonError('usage_invalid', `${listens.title} listens: expected a recording with the user's audio`);
}
