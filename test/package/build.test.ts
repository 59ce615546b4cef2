import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { buildSteps, type Step } from '../../scripts/build/buildSteps.mjs';
import { RUNNABLE, STEPS } from '../../scripts/build/steps.mjs';
import { ROOT } from './packed.ts';

describe('a build', () => {
  let root: string;
  let said: string[];
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'antiphon-build-'));
    onTestFinished(() => rmSync(root, { recursive: true }));
    write('node_modules/.package-lock.json', '{}');
    write('words/one.txt', 'one');
    write('numbers.txt', '1');
    write('log.mjs', `import { appendFileSync } from 'node:fs'; appendFileSync('log', process.argv[2]);`);
    said = [];
    vi.spyOn(process.stderr, 'write').mockImplementation((line) => said.push(String(line)) > 0);
  });

  const steps: readonly Step[] = [
    {
      name: 'words',
      commands: [
        ['log.mjs', 'w'],
        ['log.mjs', 'W'],
      ],
      inputs: ['words'],
    },
    { name: 'numbers', commands: [['log.mjs', 'n']], inputs: ['numbers.txt'] },
  ];

  function write(path: string, text: string): void {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  }

  /** Builds; returns the commands that ran, in alphabetical order. */
  async function build(): Promise<string> {
    write('log', '');
    expect(await buildSteps(steps, root)).toBe(true);
    return readFileSync(join(root, 'log'), 'utf8').split('').toSorted().join('');
  }

  test('runs every step, and reports which it runs and which are done', async () => {
    expect(await build()).toBe('Wnw');
    expect(said.map((line) => line.replace(/ \(.*/u, '').trim()).toSorted()).toEqual([
      'antiphon: building words, numbers …',
      'antiphon: built numbers',
      'antiphon: built words',
    ]);
  });

  test('does nothing, and says nothing, when nothing has changed', async () => {
    await build();
    said = [];
    expect([await build(), said]).toEqual(['', []]);
  });

  test.each([
    ['a changed file', 'words/one.txt', 'another', 'Ww'],
    ['a new file in a folder', 'words/deep/two.txt', 'two', 'Ww'],
    ['the input of another step', 'numbers.txt', '22', 'n'],
    ['an installed package', 'node_modules/.package-lock.json', '{ "packages": {} }', 'Wnw'],
    ['a file that is not an input', 'notes.txt', 'new', ''],
  ])('runs the steps of which %s is an input', async (_what, path, text, done) => {
    await build();
    write(path, text);
    expect(await build()).toBe(done);
  });

  test('runs a step again if its input was removed', async () => {
    await build();
    rmSync(join(root, 'words/one.txt'));
    expect(await build()).toBe('Ww');
  });

  test('runs a failed step again, and no other', async () => {
    const failing = { name: 'broken', commands: [['broken.mjs'], ['log.mjs', '!']], inputs: ['words'] };
    write('broken.mjs', 'process.exitCode = 1');
    write('log', '');
    expect(await buildSteps([...steps, failing], root)).toBe(false);
    expect(said.join('')).toContain('antiphon: FAILED broken');
    write('broken.mjs', '');
    write('log', '');
    expect(await buildSteps([...steps, failing], root)).toBe(true);
    expect(readFileSync(join(root, 'log'), 'utf8')).toBe('!');
  });
});

test('a build of Antiphon compiles nothing when nothing has changed', () => {
  const stamp = join(ROOT, 'dist/.inputs');
  const before = statSync(stamp).mtimeMs;
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: ROOT });
  expect(statSync(stamp).mtimeMs).toBe(before);
});

test.each(STEPS)(
  'the scripts of the step $name are among its inputs, with what they import',
  ({ commands, inputs }) => {
    const scripts = commands.map(([script = '']) => script).filter((script) => script.startsWith('scripts/'));
    const read = new Set(scripts);
    for (const script of read)
      for (const [, path = ''] of readFileSync(join(ROOT, script), 'utf8').matchAll(/^import .* from '(\.[^']+)';$/gmu))
        read.add(posix.join(posix.dirname(script), path));
    const isInput = (path: string): boolean => inputs.some((input) => path === input || path.startsWith(`${input}/`));
    expect([...read].filter((path) => !isInput(path))).toEqual([]);
  },
);

test('`npm start` compiles what runs, without declarations', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  expect([scripts['start'], scripts['build']]).toEqual(['node scripts/run.mjs serve/serve', 'node scripts/build.mjs']);
  expect(RUNNABLE.flatMap(({ commands }) => commands.flat()).filter((part) => part.includes('tsc'))).toEqual([]);
});

test('an example says first that it starts, and gets its arguments and the environment', () => {
  const command = ['scripts/run.mjs', 'serve/serve'];
  const { status, stderr } = spawnSync(process.execPath, command, {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, PORT: '80a' },
  });
  const lines = stderr.trim().split('\n');
  expect([status, lines[0], lines.at(-1)]).toEqual([
    1,
    'antiphon: starting examples/serve/serve.ts …',
    'serve: PORT: expected a number from 0 to 65535, got "80a"',
  ]);
});

test('npm has nothing to warn about in a clone, and runs no script of a package that it installs', () => {
  const { stdout, stderr } = spawnSync('npm', ['config', 'get', 'ignore-scripts'], { cwd: ROOT, encoding: 'utf8' });
  expect([stdout.trim(), stderr]).toEqual(['true', '']);
});
