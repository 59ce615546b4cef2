import type { ThreadRunner } from '../../threadRunner.ts';
import { AnsweredError, StudioError } from '../failures.ts';
import type { TaskAnswer } from './answerTask.ts';
import type { StudioTask } from './task.ts';

/** A thread of Studio, or a stand-in. */
export type StudioRunner = ThreadRunner<StudioTask, TaskAnswer>;

/** Tasks of one thread, one after the other. */
export interface TaskQueue {
  /**
   * Resolves with the bytes of the result. A task whose `signal` aborts before its turn is left out, so that a page that
   * sends a request for each position of a slider never waits for old positions.
   *
   * @throws (rejects with) AnsweredError; StudioError `cancelled`
   */
  ask(task: StudioTask, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>>;
  close(): Promise<void>;
}

export function createTaskQueue(runner: StudioRunner): TaskQueue {
  let last: Promise<unknown> = Promise.resolve();
  return {
    ask: (task, signal) => {
      const answer = last.then(() => runTask(runner, task, signal));
      last = answer.catch(() => undefined);
      return answer;
    },
    close: () => runner.close(),
  };
}

async function runTask(runner: StudioRunner, task: StudioTask, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  if (signal.aborted) throw new StudioError('cancelled', 'the client has disconnected');
  let answer: Parameters<Parameters<StudioRunner['run']>[1]>[0] | null = null;
  await runner.run(task, (message) => {
    answer = message;
  });
  return readAnswer(answer);
}

/** Returns the bytes of an answer. Throws if the thread ended before it answered. */
function readAnswer(
  answer: TaskAnswer | { readonly kind: 'failed'; readonly message: string } | null,
): Uint8Array<ArrayBuffer> {
  if (answer?.kind === 'ran' && 'bytes' in answer.result) return answer.result.bytes;
  if (answer?.kind === 'ran' && 'answered' in answer.result) throw new AnsweredError(answer.result.answered);
  const why = answer?.kind === 'failed' ? answer.message : 'it gave no answer';
  throw new AnsweredError({
    status: 500,
    failure: { code: 'internal', message: `the task failed: ${why}`, docs: 'errors.md#internal' },
  });
}
