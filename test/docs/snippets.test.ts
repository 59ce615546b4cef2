import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
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

const runnable = snippets.filter((snippet) => snippet.runnable);

let diagnostics: readonly string[] = [];
/** Of those snippets that are tests, by file. */
let outcomes: ReadonlyMap<string, Outcome> = new Map();
beforeAll(() => {
  diagnostics = node('node_modules/typescript/bin/tsc', '-p', 'test/docs/tsconfig.json').output.split('\n');
  outcomes = runTests(runnable.map(({ file }) => file).filter(isTest));
});

describe('a snippet of the docs compiles against the built package', () => {
  for (const { page, line, file } of snippets) {
    test(`${page}:${line}`, () => expect(diagnostics.filter((text) => text.includes(`docs/${file}(`))).toEqual([]));
  }

  test('and so do all of them together', () => expect(diagnostics.filter((text) => text !== '')).toEqual([]));
});

describe('a runnable snippet of the docs runs', () => {
  for (const { page, line, file } of runnable) {
    test(`${page}:${line}`, () => {
      const { status, output } = isTest(file) ? outcomeOf(file) : node(resolve(EXTRACTED, 'built', builtOf(file)));
      expect(status, output).toBe(0);
    });
  }
});

function isTest(file: string): boolean {
  return file.endsWith('.test.ts');
}

function builtOf(file: string): string {
  return file.replace(/\.ts$/, '.js');
}

function outcomeOf(file: string): Outcome {
  return outcomes.get(file) ?? { status: null, output: 'it was not run' };
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly failureMessages: readonly string[] }[];
  }[];
}

/** Runs snippets that are tests, each in a process of its own. One has passed if it has tests, and all of them have passed. */
function runTests(files: readonly string[]): ReadonlyMap<string, Outcome> {
  const report = resolve(EXTRACTED, 'report.json');
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/docs/vitest.config.ts'];
  node(...vitest, '--reporter=json', `--outputFile=${report}`, ...files.map(builtOf));
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  return new Map(
    testResults.map(({ name, message, assertionResults }) => {
      const hasPassed = assertionResults.length > 0 && assertionResults.every(({ status }) => status === 'passed');
      const failures = assertionResults.flatMap(({ failureMessages }) => failureMessages);
      const file = basename(name).replace(/\.js$/, '.ts');
      return [file, { status: hasPassed ? 0 : 1, output: [message, ...failures].join('\n') }];
    }),
  );
}

function node(...args: readonly string[]): Outcome {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    encoding: 'utf8',
    timeout: 200_000,
  });
  return { status, output: stdout + stderr };
}
