import { AntiphonError } from '../core/errors.ts';
import { didYouMean } from '../core/didYouMean.ts';
import type { Command, Terminal } from './command.ts';
import { listModels } from './models/list.ts';
import { showPath } from './models/path.ts';
import { pullModels } from './models/pull.ts';
import { removeModels } from './models/remove.ts';
import { verifyModels } from './models/verify.ts';

type Action = (args: readonly string[], terminal: Terminal) => Promise<number>;

const ACTIONS: Readonly<Record<string, Action>> = {
  list: listModels,
  pull: pullModels,
  remove: removeModels,
  path: showPath,
  verify: verifyModels,
};

export const models: Command = {
  name: 'models',
  usage:
    '[list [--json] [--kind stt|tts|turns] [--language de]] | pull NAME … [--accept] | remove NAME … | path [NAME] | verify [NAME …]',
  page: 'local-models.md',
  about:
    'Lists, downloads, checks and removes models that hear, speak or decide turns on this machine. Without arguments, lists them.',
  run: async (args, terminal) => {
    const [first = 'list', ...rest] = args;
    if (first.startsWith('--')) return listModels(args, terminal);
    const action = Object.hasOwn(ACTIONS, first) ? ACTIONS[first] : undefined;
    if (action !== undefined) return action(rest, terminal);
    const names = Object.keys(ACTIONS);
    const expected = `expected ${names.join(', ')}${didYouMean(first, names)}`;
    throw new AntiphonError('usage_invalid', `models: ${expected}; got ${JSON.stringify(first)}`);
  },
};
