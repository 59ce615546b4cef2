import type { ThreadRunner } from '../threadRunner.ts';
import type { TestFile } from './findFiles.ts';
import type { FileResult, FromTestWorker, TestResult, TestTask } from './results.ts';

export interface RunFilesOptions {
  readonly session: string | undefined;
  readonly runners: readonly ThreadRunner<TestTask, FromTestWorker>[];
  readonly progress: (done: number, all: number) => void;
  readonly warn: (file: string, text: string) => void;
}

/** Runs files with all runners, then closes the runners. Resolves with the results in the order of the files. */
export async function runFiles(
  files: readonly TestFile[],
  { session, runners, progress, warn }: RunFilesOptions,
): Promise<readonly FileResult[]> {
  const results = new Map<TestFile, readonly TestResult[]>();
  const queue = files.values();
  const work = async (runner: RunFilesOptions['runners'][number]): Promise<void> => {
    for (const one of queue) {
      await runner.run({ path: one.path, kind: one.kind, session }, (message) => {
        if (message.kind === 'warning') warn(one.file, message.text);
        else results.set(one, message.kind === 'ran' ? message.tests : [createFailure(message.message)]);
      });
      progress(results.size, files.length);
    }
  };
  await Promise.all(runners.map(work));
  await Promise.all(runners.map((runner) => runner.close()));
  return files.map((one) => ({ file: one.file, kind: one.kind, tests: results.get(one) ?? [] }));
}

function createFailure(failure: string): TestResult {
  return { name: 'run', ms: 0, failure, rules: [], metrics: [] };
}
