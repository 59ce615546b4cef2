import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';

interface Snippet {
  readonly page: string;
  readonly line: number;
  readonly file: string;
  readonly runnable: boolean;
}

interface Outcome {
  readonly status: number | null;
  readonly output: string;
}

const ROOT = resolve(import.meta.dirname, '../..');
const EXTRACTED = resolve(ROOT, '.cache/docs');

execFileSync(process.execPath, ['scripts/docs-snippets.mjs'], { cwd: ROOT });
const snippets = JSON.parse(readFileSync(resolve(EXTRACTED, 'index.json'), 'utf8')) as readonly Snippet[];

let diagnostics: readonly string[] = [];
beforeAll(() => {
  diagnostics = node('node_modules/typescript/bin/tsc', '-p', 'test/docs/tsconfig.json').output.split('\n');
});

describe('a snippet of the docs compiles against the built package', () => {
  for (const { page, line, file } of snippets) {
    test(`${page}:${line}`, () => expect(diagnostics.filter((text) => text.includes(`docs/${file}(`))).toEqual([]));
  }

  test('and so do all of them together', () => expect(diagnostics.filter((text) => text !== '')).toEqual([]));
});

describe('a runnable snippet of the docs runs', () => {
  for (const { page, line, file } of snippets.filter(({ runnable }) => runnable)) {
    test(`${page}:${line}`, () => {
      const { status, output } = run(file);
      expect(status, output).toBe(0);
    });
  }
});

/** A snippet that is a test is run as a test. */
function run(file: string): Outcome {
  const built = file.replace(/\.ts$/, '.js');
  if (!file.endsWith('.test.ts')) return node(resolve(EXTRACTED, 'built', built));
  return node('node_modules/vitest/vitest.mjs', 'run', '--config', 'test/docs/vitest.config.ts', built);
}

function node(...args: readonly string[]): Outcome {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    encoding: 'utf8',
    timeout: 200_000,
  });
  return { status, output: stdout + stderr };
}
