import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { AntiphonError } from '../core/errors.ts';
import { readRecording } from '../record/read.ts';
import type { OwnParts } from '../replay/ownParts.ts';
import { sweep as sweepOver } from '../replay/sweep/sweep.ts';
import type { RecordingSource } from '../replay/sweep/sweep.ts';
import { warningsOf } from '../replay/warnings.ts';
import type { Command, Terminal } from './command.ts';
import { messageOf } from '../core/messageOf.ts';
import { ownParts } from './ownParts.ts';
import { progress } from './progress.ts';
import { axisOf } from './sweep/axis.ts';
import { report } from './sweep/report.ts';
import { tradeSvg } from './sweep/tradeSvg.ts';

/** Runs a folder of recordings over a grid of settings, and plots how long users wait against how often they are cut off. */
export const sweep: Command = {
  usage: 'sweep DIR --vary name=from..to[/steps] [--vary name=a,b,c] [--session ./session.js] [--out trade.svg]',
  about: 'Runs a folder of recordings over a grid of settings, and plots waiting time against turns cut off.',
  async run(args, terminal) {
    const { folder, vary, session, out } = read(args);
    const axes = vary.map(axisOf);
    const own = await ownParts(session);
    const { cells, ran } = await sweepOver(await recordingsIn(folder, own, terminal), axes, {
      ...own,
      progress: progress(terminal, 'runs'),
      failed: (name, error) => terminal.err(`warning: ${name} is left out: ${messageOf(error)}`),
    });
    if (ran.length === 0) throw nothingIn(folder, 'none that can be run');
    terminal.out(report(cells, axes, ran.length, terminal.columns));
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

/** What one should know of a recording is told when it is read. */
async function recordingsIn(folder: string, own: OwnParts, terminal: Terminal): Promise<readonly RecordingSource[]> {
  const files = await readdir(folder).catch((cause: unknown) => {
    throw new AntiphonError('usage_invalid', `expected a folder of recordings, found none at "${folder}"`, { cause });
  });
  const names = files.filter((name) => name.endsWith('.jsonl')).toSorted();
  if (names.length === 0) throw nothingIn(folder, 'none');
  return names.map((name) => ({
    name,
    read: async () => {
      const recording = await readRecording(join(folder, name));
      for (const warning of warningsOf(recording, own)) terminal.err(`warning: ${name}: ${warning}`);
      return recording;
    },
  }));
}

function nothingIn(folder: string, found: string): AntiphonError {
  return new AntiphonError('usage_invalid', `expected recordings (*.jsonl) in "${folder}", found ${found}`);
}
