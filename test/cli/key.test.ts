import { describe, expect, test } from 'vitest';
import { runCommand } from '../../src/cli/run.ts';
import { hashApiKey } from '../../src/keys/apiKey.ts';
import { parseApiKeys } from '../../src/keys/parseApiKeys.ts';
import { terminal } from './terminal.ts';

describe('antiphon key', () => {
  test('prints a key, once, and its entry without the key', async () => {
    const written = terminal();
    expect(await runCommand(['key', 'shop'], written)).toBe(0);
    const [key = '', entry = ''] = written.stdout.map((line) => line.replace(/^\w+: +/u, ''));
    expect(JSON.parse(entry)).toEqual({
      name: 'shop',
      hash: hashApiKey(key).toString('hex'),
      scopes: ['sessions:start'],
    });
    expect([entry, ...written.stderr].join('')).not.toContain(key);
    expect(() => parseApiKeys([JSON.parse(entry)], 'keys.json')).not.toThrow();
  });

  test('takes scopes and limits', async () => {
    const written = terminal();
    const limits = ['--max-sessions', '5', '--max-starts-per-minute', '60'];
    await runCommand(['key', 'ops', '--scope', 'metrics', '--scope', 'sessions:read', ...limits], written);
    expect(JSON.parse(written.stdout[1]?.replace('entry: ', '') ?? '')).toMatchObject({
      scopes: ['metrics', 'sessions:read'],
      max_sessions: 5,
      max_starts_per_minute: 60,
    });
  });

  test.each([
    ['no name', [], 'key: expected one NAME'],
    ['two names', ['a', 'b'], 'key: expected one NAME'],
    ['a name with a line', ['a\nb'], 'name: expected up to 128 letters'],
    ['a scope that there is not', ['a', '--scope', 'all'], 'scopes[0]: expected one of'],
    ['a limit that is no number', ['a', '--max-sessions', 'many'], 'max_sessions: expected'],
  ])('says what is wrong with %s, exit code 2', async (_, args, message) => {
    const written = terminal();
    expect(await runCommand(['key', ...args], written)).toBe(2);
    expect(written.stderr.join('')).toContain(message);
    expect(written.stdout).toEqual([]);
  });
});
