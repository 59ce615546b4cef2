import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { AntiphonError } from '../core/errors.ts';
import type { Recording } from '../record/format.ts';
import { readRecording } from '../record/read.ts';
import { sweep as sweepOver } from '../replay/sweep/sweep.ts';
import { warningsOf } from '../replay/warnings.ts';
import type { OwnParts } from '../replay/ownParts.ts';
import type { Command, Terminal } from './command.ts';
import { ownParts } from './ownParts.ts';
import { progress } from './progress.ts';
import { axisOf } from './sweep/axis.ts';
import { report } from './sweep/report.ts';
import { tradeSvg } from './sweep/tradeSvg.ts';

/** Runs a folder of recordings over a grid of settings, and plots how long users wait against how often they are cut off. */
export const sweep: Command = {
  usage: 'sweep DIR --vary name=from..to[/steps] [--vary name=a,b,c] [--session ./session.js] [--out trade.svg]',
  about: 'runs a folder of recordings over a grid of settings, and plots waiting time against turns cut off',
  async run(args, terminal) {
    const { folder, vary, session, out } = read(args);
    const axes = vary.map(axisOf);
    const own = await ownParts(session);
    const recordings = await recordingsIn(folder, own, terminal);
    const cells = await sweepOver(recordings, axes, {
      ...own,
      progress: progress(terminal, 'runs'),
      failed: ({ head }, error) => terminal.err(`warning: ${head.session} is left out: ${messageOf(error)}`),
    });
    terminal.out(report(cells, axes, recordings.length, terminal.columns));
    if (out !== undefined) {
      await writeFile(out, tradeSvg(cells, axes));
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
}

function read(args: readonly string[]): Arguments {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { vary: { type: 'string', multiple: true }, session: { type: 'string' }, out: { type: 'string' } },
    });
    const [folder, ...more] = positionals;
    if (folder === undefined || more.length > 0) throw new Error(`expected one folder, got ${positionals.length}`);
    if (values.vary === undefined) throw new Error('expected a setting to vary: --vary min_endpointing_delay=0.1..0.8');
    return { folder, vary: values.vary, session: values.session, out: values.out };
  } catch (cause) {
    throw new AntiphonError('usage_invalid', messageOf(cause), { cause });
  }
}

/** All that can be read; of the others it says why. */
async function recordingsIn(folder: string, own: OwnParts, terminal: Terminal): Promise<readonly Recording[]> {
  const names = await readdir(folder).catch((cause: unknown) => {
    throw new AntiphonError('usage_invalid', `expected a folder of recordings, found none at "${folder}"`, { cause });
  });
  const recordings: Recording[] = [];
  for (const name of names.filter((one) => one.endsWith('.jsonl')).toSorted()) {
    try {
      const recording = await readRecording(join(folder, name));
      for (const warning of warningsOf(recording, own)) terminal.err(`warning: ${name}: ${warning}`);
      recordings.push(recording);
    } catch (error) {
      terminal.err(`warning: left out: ${messageOf(error)}`);
    }
  }
  if (recordings.length > 0) return recordings;
  throw new AntiphonError('usage_invalid', `expected recordings (*.jsonl) in "${folder}", found none that can be read`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
