import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { InferenceSession, Tensor as OrtTensor } from 'onnxruntime-node';
import { runUnlessStopped } from './interlock.ts';
import { messageOf } from '../../src/core/messageOf.ts';
import { createScorer, type Runtime, type Scorer } from './scorer.ts';
import { createJudge, type Judge } from './smartTurn/judge.ts';
import type { FromWorker, ToWorker, WorkerSetup } from './messages.ts';

/** The worker's entry point. Loads the model, then handles messages one at a time. */

const { task, modelPath, interlock } = workerData as WorkerSetup;
const loaded = load();
let work: Promise<unknown> = loaded.catch(fail);

parentPort?.on('message', (message: ToWorker) => {
  work = work.then(async () => (await loaded)(message)).catch(fail);
});

/** Loads the model. @returns the message handler of its task */
async function load(): Promise<(message: ToWorker) => Promise<void>> {
  const bytes = await readFile(modelPath);
  const { session, Tensor } = await runUnlessStopped(interlock, () => openSession(bytes));
  const runtime: Runtime = { Tensor, run: (feeds) => runUnlessStopped(interlock, () => session.run(feeds)) };
  if (task === 'turns') {
    const judge = createJudge(runtime, session);
    return (message) => judgePause(judge, message);
  }
  const scorer = createScorer(runtime);
  return (message) => scoreWindows(scorer, message);
}

/** Loads the engine. The process must not end during loading either. */
async function openSession(bytes: Buffer): Promise<Engine> {
  const { InferenceSession, Tensor } = await import('onnxruntime-node').catch((cause: unknown) => {
    throw new Error(
      `cannot load onnxruntime-node (${String(cause)}); it is installed by: npm install onnxruntime-node`,
    );
  });
  // More threads cost more per window; an arena would keep the memory of the largest batch.
  const options = { intraOpNumThreads: 1, interOpNumThreads: 1, enableCpuMemArena: false };
  return { Tensor, session: await InferenceSession.create(bytes, options) };
}

interface Engine {
  readonly session: InferenceSession;
  readonly Tensor: typeof OrtTensor;
}

async function scoreWindows(scorer: Scorer, message: ToWorker): Promise<void> {
  switch (message.kind) {
    case 'score': {
      const probabilities = await scorer.score(message.batch);
      return answer({ kind: 'scored', probabilities });
    }
    case 'forget':
      return scorer.release(message.stream);
    case 'count':
      return answer({ kind: 'counted', streams: scorer.streams });
    case 'judge':
      return undefined;
  }
}

/** Answers a question. A failed run does not end the thread. */
async function judgePause(judge: Judge, message: ToWorker): Promise<void> {
  if (message.kind !== 'judge') return;
  try {
    answer({ kind: 'judged', over: await judge(message.audio) });
  } catch (error) {
    answer({ kind: 'refused', message: messageOf(error) });
  }
}

function answer(message: FromWorker): void {
  parentPort?.postMessage(message);
}

/** Ends the thread after any error; the host reports it to all streams. */
function fail(error: unknown): void {
  answer({ kind: 'failed', message: messageOf(error) });
  parentPort?.close();
}
