import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { messageOf } from '../../core/messageOf.ts';
import { parseRecording } from '../../record/read.ts';
import { recordTo } from '../../record/recordTo.ts';
import { observeScores, type ObservedConversation } from '../../testing/score/observer.ts';
import type { TestResult } from './results.ts';
import { listRules } from './rules.ts';

/** Imports a module and resolves with the results of the scores that it has played. Stops at the first failure. */
export async function playScores(path: string): Promise<readonly TestResult[]> {
  const tests: TestResult[] = [];
  const failures = new Set<unknown>();
  const beganMs = performance.now();
  observeScores({ begin: () => observe(tests, failures) });
  try {
    await import(pathToFileURL(path).href);
    // A score that is not awaited reports its result in the next turn.
    await nextTurn();
  } catch (error) {
    if (!failures.has(error)) tests.push(createFailure(describe(error), performance.now() - beganMs));
  } finally {
    observeScores(undefined);
  }
  return tests.length > 0 ? tests : [createFailure('the file played no score', performance.now() - beganMs)];
}

function observe(tests: TestResult[], failures: Set<unknown>): ObservedConversation {
  const beganMs = performance.now();
  const lines: string[] = [];
  return {
    record: recordTo(() => ({ write: (line) => lines.push(line) > 0, close: () => {} })),
    end: ({ source, metrics, error }) => {
      failures.add(error);
      const recording = lines.length === 0 ? null : parseRecording(`${lines.join('\n')}\n`);
      tests.push({
        name: source ?? `score ${tests.length + 1}`,
        ms: performance.now() - beganMs,
        failure: error === undefined ? null : messageOf(error),
        rules: recording === null ? [] : listRules(recording),
        metrics,
      });
    },
  };
}

function createFailure(failure: string, ms: number): TestResult {
  return { name: 'import', ms, failure, rules: [], metrics: [] };
}

function describe(error: unknown): string {
  const { code } = Object(error) as { readonly code?: unknown };
  if (code !== 'ERR_UNKNOWN_FILE_EXTENSION') return messageOf(error);
  return `Node ${process.versions.node} cannot run TypeScript: use Node 22.18 or later, or compile it to JavaScript`;
}
