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

/** Tests the snippets of some pages, or of all: each compiles against the built package, and the runnable ones run. */
export function describeSnippets(folder: string, ...pages: readonly string[]): void {
  const extracted = resolve(ROOT, folder);
  execFileSync(process.execPath, ['scripts/docs-snippets.mjs', folder, ...pages], { cwd: ROOT });
  const snippets = JSON.parse(readFileSync(resolve(extracted, 'index.json'), 'utf8')) as readonly Snippet[];
  const runnable = snippets.filter((snippet) => snippet.runnable);

  let diagnostics: readonly string[] = [];
  /** The results of the snippets that are tests, by file. */
  let outcomes: ReadonlyMap<string, Outcome> = new Map();
  beforeAll(() => {
    diagnostics = node('node_modules/typescript/bin/tsc', '-p', folder).output.split('\n');
    outcomes = runTests(extracted, runnable.map(({ file }) => file).filter(isTest));
  });

  describe('a snippet of the docs compiles against the built package', () => {
    for (const { page, line, file } of snippets) {
      test(`${page}:${line}`, () => expect(diagnostics.filter((text) => text.includes(`/${file}(`))).toEqual([]));
    }

    test('and so do all of them together', () => expect(diagnostics.filter((text) => text !== '')).toEqual([]));
  });

  describe('a runnable snippet of the docs runs', () => {
    for (const { page, line, file } of runnable) {
      test(`${page}:${line}`, () => {
        const outcome = isTest(file) ? outcomes.get(file) : node(resolve(extracted, 'built', builtOf(file)));
        expect(outcome?.status, outcome?.output).toBe(0);
      });
    }
  });
}

function isTest(file: string): boolean {
  return file.endsWith('.test.ts');
}

function builtOf(file: string): string {
  return file.replace(/\.ts$/, '.js');
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly failureMessages: readonly string[] }[];
  }[];
}

/** Runs snippets that are tests, each in its own process. A snippet passes if it has tests and all of them pass. */
function runTests(folder: string, files: readonly string[]): ReadonlyMap<string, Outcome> {
  const report = resolve(folder, 'report.json');
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', resolve(ROOT, 'test/docs/vitest.config.ts')];
  node(
    ...vitest,
    '--root',
    resolve(folder, 'built'),
    '--reporter=json',
    `--outputFile=${report}`,
    ...files.map(builtOf),
  );
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
