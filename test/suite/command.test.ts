import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
/** One file for each engine, and a test that needs none. */
const FILES = ['test/browser/docs', 'test/directory/redisCheckpoints', 'test/directory/nats.test', 'test/time/heap'];

interface Outcome {
  readonly status: number | null;
  readonly output: string;
}

/** Runs vitest as `npm test` does, with nothing on PATH. */
function vitest(args: readonly string[], env: NodeJS.ProcessEnv = {}): Outcome {
  const { CHROMIUM: _chromium, REQUIRE_ENGINES: _required, ...ours } = process.env;
  const command = [join(ROOT, 'node_modules/vitest/vitest.mjs'), ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...ours, PATH: '/nowhere', NO_COLOR: '1', ...env },
  });
  return { status, output: stdout + stderr };
}

function listFiles(...args: readonly string[]): readonly string[] {
  const { output } = vitest(['list', '--filesOnly', '--json', ...args]);
  const listed = JSON.parse(output) as readonly { readonly file: string }[];
  return listed.map(({ file }) => file.slice(ROOT.length + 1)).sort();
}

describe('a machine without Chromium, redis-server and nats-server', () => {
  test('skips the tests that need them, and the last line says how to run them', () => {
    const { status, output } = vitest(['run', '--project=!all*', ...FILES]);
    expect([status, output.trim().split('\n').at(-1)]).toEqual([
      0,
      expect.stringMatching(
        /^Skipped \d+ tests of 3 files: Chromium, redis-server and nats-server are not installed\. To run them: npm run setup$/u,
      ),
    ]);
    expect(output).toMatch(/^ *Tests {2}\d+ passed \| \d+ skipped/mu);
  });

  test('fails them where engines are required, as in CI', () => {
    const { status, output } = vitest(['run', '--project=!all*', ...FILES], { REQUIRE_ENGINES: '1' });
    expect(status).toBe(1);
    expect(output).toContain('Chromium is not installed: npm run setup');
    expect(output).toContain('spawn redis-server ENOENT');
    expect(output).not.toContain('Skipped ');
  });
});

test('a search for new cases prints the seed that plays them again', () => {
  const { status, stdout } = spawnSync(process.execPath, [join(ROOT, 'scripts/search.mjs'), 'test/time/heap'], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, FC_SEED: '7', FC_TIMES: '2' },
  });
  expect([status, stdout.split('\n')[0]]).toEqual([0, 'search: FC_SEED=7, FC_TIMES=2, 1 file']);
});

describe('the suite', () => {
  const all = listFiles();

  test('has every test once in `npm run test:all`, but for those with a command of their own', () => {
    const elsewhere = /^test\/(?:asterisk|conformance|openapi-client|pulled|site)\//u;
    const tests = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
      .map((file) => join('test', file))
      .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules') && !elsewhere.test(file));
    const long = listFiles('--config', 'test/long/vitest.config.ts');
    expect([...all, ...long].sort()).toEqual(tests.sort());
  });

  test('leaves some of them out of `npm test`', () => {
    const few = listFiles('--project=!all*');
    expect(few.filter((file) => !all.includes(file))).toEqual([]);
    expect(all.length - few.length).toBeGreaterThan(10);
  });

  test('builds nothing for the tests of an operator, which need no built file', () => {
    const sources = listFiles('--project=sources');
    const operators = all.filter((file) => file.startsWith('test/operators/'));
    expect(operators.filter((file) => !sources.includes(file))).toEqual([]);
    const built = (file: string): boolean =>
      /from 'antiphon[/']|['/]dist\//u.test(readFileSync(join(ROOT, file), 'utf8'));
    expect(sources.filter(built)).toEqual([]);
  });
});
