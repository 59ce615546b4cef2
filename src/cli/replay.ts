import { parseArgs } from 'node:util';
import { AntiphonError } from '../core/errors.ts';
import type { Recording } from '../record/format.ts';
import { readRecording } from '../record/read.ts';
import type { CustomParts } from '../replay/customParts.ts';
import { replay as replayed } from '../replay/replay.ts';
import { warningsOf } from '../replay/warnings.ts';
import type { Command, Terminal } from './command.ts';
import { loadCustomParts } from './customParts.ts';
import { loadLiveAgents, withModule } from './liveAgents.ts';
import { runWhatIf } from './whatIf.ts';

export const replay: Command = {
  name: 'replay',
  usage: 'FILE [--session ./session.js] [--set NAME=VALUE … [--agent ./agent.js]]',
  page: 'recordings.md#replaying',
  about:
    'Runs a recording through the current code and shows the first difference; with --set, shows the effect of other settings. --agent answers the requests that the recording lacks.',
  run: async (args, terminal) => {
    const { file, sets, session, agent } = parseArguments(args);
    const recording = await readRecording(file);
    const own = await loadCustomParts(session);
    if (sets.length === 0) return compare(file, recording, own, terminal);
    const live = await loadLiveAgents(agent);
    return withModule(agent, runWhatIf(recording, sets, terminal, { ...own, ...live }));
  },
};

async function compare(file: string, recording: Recording, own: CustomParts, terminal: Terminal): Promise<number> {
  for (const warning of warningsOf(recording, own)) terminal.err(`warning: ${warning}`);
  const { difference, picture, undelivered } = await replayed(recording, own);
  if (undelivered.length > 0)
    terminal.err(
      `warning: ${undelivered.length} recorded inputs were not waited for, the first on ${undelivered[0]?.in}`,
    );
  terminal.out(difference === null ? `${file}: no difference` : `${file}: the first difference\n\n${picture}`);
  return difference === null ? 0 : 1;
}

interface Arguments {
  readonly file: string;
  readonly sets: readonly string[];
  readonly session: string | undefined;
  readonly agent: string | undefined;
}

function parseArguments(args: readonly string[]): Arguments {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: { session: { type: 'string' }, set: { type: 'string', multiple: true }, agent: { type: 'string' } },
    allowPositionals: true,
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new AntiphonError('usage_invalid', 'replay: expected one FILE');
  const { set: sets = [], session, agent } = values;
  if (agent !== undefined && sets.length === 0)
    throw new AntiphonError('usage_invalid', 'replay: --agent: expected --set with it: without it, no agent is asked');
  return { file, sets, session, agent };
}
