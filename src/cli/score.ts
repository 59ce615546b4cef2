import { access, writeFile } from 'node:fs/promises';
import { basename, dirname, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { AntiphonError } from '../core/errors.ts';
import { messageOf } from '../core/messageOf.ts';
import { readRecording } from '../record/read.ts';
import type { Agent } from '../session/agent.ts';
import type { Command } from './command.ts';
import { compareHeard, type HeardDifference } from './score/compareHeard.ts';
import { createDraft } from './score/draft.ts';
import { playDraft } from './score/play.ts';
import { printScore, type Runner } from './score/print.ts';
import { loadAgent } from './serve/loadAgent.ts';
import { toSpecifier } from './toSpecifier.ts';

/** Creates a score from a recorded call. */
export const scoreCommand: Command = {
  name: 'score',
  usage: 'FILE [--agent ./agent.js] [--runner vitest|node] [--out FILE.score.ts]',
  page: 'testing.md#a-score-from-a-recording',
  about:
    'Creates a score in TypeScript from a recording: what was said, with its pauses, and what the model and functions answered.',
  run: async (args, terminal) => {
    const { file, out, runner, agent: module } = parseArguments(args);
    await refuseToOverwrite(out);
    const recording = await readRecording(file);
    const draft = createDraft(recording);
    const loaded = module === undefined ? undefined : await loadAgent(module);
    const played = await playDraft(draft, loaded?.agent as unknown as Agent<object> | undefined);
    const agent = module === undefined ? undefined : await describeAgent(module, out);
    await writeFile(out, printScore(draft, played, { source: basename(file), runner, agent }), { flag: 'wx' });
    for (const what of draft.omitted) terminal.err(`warning: not in the score: ${what}`);
    const heard = played.heard.map(({ text }) => text);
    const warning = WARNINGS[compareHeard(draft.recorded.heard, heard)];
    if (warning !== null) terminal.err(`warning: ${warning}: see the comments in the score`);
    terminal.out(out);
    return 0;
  },
};

const WARNINGS: Readonly<Record<HeardDifference, string | null>> = {
  none: null,
  cuts: 'the agent is cut off a few words earlier or later than in the recording, because its voice has an even pace',
  other: 'the user does not hear the same as in the recording',
};

interface Arguments {
  readonly file: string;
  readonly out: string;
  readonly runner: Runner;
  readonly agent: string | undefined;
}

function parseArguments(args: readonly string[]): Arguments {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { agent: { type: 'string' }, runner: { type: 'string' }, out: { type: 'string', short: 'o' } },
    });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new Error(`expected one recording, got ${positionals.length}`);
    const { runner = 'none', agent, out = `${file.replace(/\.jsonl?$/u, '')}.score.ts` } = values;
    if (runner !== 'none' && runner !== 'vitest' && runner !== 'node')
      throw new Error(`expected --runner vitest or node, got "${runner}"`);
    return { file, out, runner, agent };
  } catch (cause) {
    throw new AntiphonError('usage_invalid', `score: ${messageOf(cause)}`, { cause });
  }
}

/** Refuses to overwrite a score, which may have been edited. */
async function refuseToOverwrite(out: string): Promise<void> {
  const exists = await access(out).then(
    () => true,
    () => false,
  );
  if (exists) throw new AntiphonError('usage_invalid', `score: "${out}" already exists: move it, or use --out`);
}

/** Describes how the score imports the agent. */
async function describeAgent(module: string, out: string): Promise<{ module: string; isDefault: boolean }> {
  const loaded = (await import(pathToFileURL(resolve(module)).href)) as Readonly<Record<string, unknown>>;
  const path = relative(dirname(resolve(out)), resolve(module));
  return { module: toSpecifier(path), isDefault: loaded['agent'] === undefined };
}
