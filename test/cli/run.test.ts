import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../../src/cli/run.ts';

const KEPT = join(import.meta.dirname, '../recordings/concierge.jsonl');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'antiphon-cli-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function antiphon(...args: readonly string[]): Promise<Ran> {
  const [out, err]: [string[], string[]] = [[], []];
  const terminal = { out: (text: string) => out.push(text), err: (text: string) => err.push(text) };
  const code = await runCommand(args, { ...terminal, columns: 100, isTty: false });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

/** The kept recording with another config. */
async function changed(name: string, change: (head: string) => string): Promise<string> {
  const [head = '', ...lines] = (await readFile(KEPT, 'utf8')).split('\n');
  const path = join(folder, name);
  await writeFile(path, [change(head), ...lines].join('\n'));
  return path;
}

describe('antiphon replay', () => {
  test('says that there is no difference, exit code 0', async () => {
    expect(await antiphon('replay', KEPT)).toMatchObject({ code: 0, out: `${KEPT}: no difference` });
  });

  test('shows the first difference as aligned diagrams, exit code 1', async () => {
    const path = await changed('slower.jsonl', (head) =>
      head.replace('"config":{', '"config":{"allow_interruptions":false,'),
    );
    const { code, out } = await antiphon('replay', path);
    expect(code).toBe(1);
    expect(out).toContain(`${path}: the first difference\n\n`);
    expect(out).toMatch(
      /^recorded {2}31\.755s command .*\nnow .*\n\n[^]*^recorded$[^]*^now$[^]*▲ the first difference: client, at /mu,
    );
  });

  test('takes the operators of a module, and warns when they are missing', async () => {
    const path = await changed('own.jsonl', (head) => head.replace('"splices":[]', '"splices":["textIn"]'));
    const module = join(folder, 'session.mjs');
    await writeFile(module, 'export const splice = { textIn: (source) => source };\n');
    const missing = 'the splice at "textIn": pass it with --session';
    expect((await antiphon('replay', path)).err).toContain(missing);
    const { code, out, err } = await antiphon('replay', path, '--session', module);
    expect([code, out]).toEqual([0, `${path}: no difference`]);
    expect(err).not.toContain(missing);
  });

  test('warns of a recording that another version has made', async () => {
    const path = await changed('earlier.jsonl', (head) => head.replace(/"antiphon":"[^"]*"/u, '"antiphon":"0.0.9"'));
    const { code, err } = await antiphon('replay', path);
    expect(code).toBe(0);
    expect(err).toMatch(/^warning: it was recorded with antiphon 0\.0\.9, and this is \d/u);
    expect((await antiphon('replay', path, '--set', 'min_endpointing_delay=1')).err).toContain('antiphon 0.0.9');
  });

  test('prints with --set what would have been different', async () => {
    const { code, out } = await antiphon('replay', KEPT, '--set', 'min_endpointing_delay=1');
    expect(code).toBe(0);
    expect(out).toContain('What if min_endpointing_delay=1?');
  });
});

describe('antiphon says what is wrong, exit code 2:', () => {
  test.each([
    ['an unknown command', ['sing'], 'unknown command "sing"'],
    ['no file', ['replay'], 'replay: expected one FILE'],
    ['a file that is not there', ['replay', 'nowhere.jsonl'], 'expected a recording, found no file "nowhere.jsonl"'],
    ['an option that there is not', ['replay', KEPT, '--loud'], "Unknown option '--loud'"],
    [
      'a module that is not there',
      ['replay', KEPT, '--session', 'nowhere.js'],
      '--session: "nowhere.js" could not be loaded: Cannot find module',
    ],
    [
      'a module without operators',
      ['replay', KEPT, '--session', 'scripts/page.mjs'],
      '--session: expected "scripts/page.mjs" to export `splice` or `stages`',
    ],
    ['a setting that there is not', ['replay', KEPT, '--set', 'loudness=3'], 'loudness'],
  ])('%s', async (_, args, message) => {
    const { code, err } = await antiphon(...args);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});

const COMMAND = join(import.meta.dirname, '../../dist/src/cli/antiphon.js');

test('antiphon can be run as it was built', () => {
  expect(execFileSync(COMMAND, ['--version'], { encoding: 'utf8' })).toMatch(/\d+\.\d+\.\d+/u);
});

test('antiphon ends when a command has, with all that it wrote, also if a module has left something open', async () => {
  const module = join(folder, 'open.mjs');
  await writeFile(module, 'setInterval(() => {}, 1000);\nexport const splice = { textIn: (source) => source };\n');
  const args = ['replay', KEPT, '--set', 'min_endpointing_delay=1', '--session', module];
  const { out } = await antiphon(...args);
  expect(execFileSync(COMMAND, args, { encoding: 'utf8', timeout: 30_000 })).toBe(`${out}\n`);
});

test('antiphon says its version', async () => {
  expect((await antiphon('--version')).out).toBe('0.1.0');
});

test('antiphon helps: with all commands, and with one', async () => {
  expect((await antiphon()).out).toMatch(/antiphon replay FILE[^]*antiphon sweep DIR[^]*antiphon draw FILE/u);
  expect((await antiphon('draw', '--help')).out).toMatch(/^antiphon draw FILE/u);
});
