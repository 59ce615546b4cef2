import { parseArgs } from 'node:util';
import { AntiphonError } from '../core/errors.ts';
import { createApiKey, hashApiKey } from '../keys/apiKey.ts';
import { parseApiKeys } from '../keys/parseApiKeys.ts';
import type { Command } from './command.ts';

export const key: Command = {
  name: 'key',
  usage: 'NAME [--scope sessions:start …] [--max-sessions 100] [--max-starts-per-minute 60]',
  page: 'server.md#api-keys',
  about:
    'Creates an API key of a server. Prints the key, once, and its entry for the file of keys, which has only its hash.',
  run: async (args, terminal) => {
    const { name, scopes, limits } = parseArguments(args);
    const made = createApiKey();
    const entry = { name, hash: hashApiKey(made).toString('hex'), scopes, ...limits };
    const [checked] = parseApiKeys([entry], 'key');
    terminal.out(`key:   ${made}`);
    terminal.out(`entry: ${JSON.stringify(checked)}`);
    terminal.err('Give the key to its caller: it is not shown again. Add the entry to the array in the file of keys.');
    return 0;
  },
};

function parseArguments(args: readonly string[]) {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: {
      scope: { type: 'string', multiple: true },
      'max-sessions': { type: 'string' },
      'max-starts-per-minute': { type: 'string' },
    },
    allowPositionals: true,
  });
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) throw new AntiphonError('usage_invalid', 'key: expected one NAME');
  const limits = {
    ...toLimit('max_sessions', values['max-sessions']),
    ...toLimit('max_starts_per_minute', values['max-starts-per-minute']),
  };
  return { name, scopes: values.scope ?? ['sessions:start'], limits };
}

function toLimit(name: string, text: string | undefined): Readonly<Record<string, number>> {
  return text === undefined ? {} : { [name]: Number(text) };
}
