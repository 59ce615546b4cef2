import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { InferenceSession, Tensor as OrtTensor } from 'onnxruntime-node';
import { runUnlessStopped } from './interlock.ts';
import { createScorer, type Scorer } from './scorer.ts';
import type { FromWorker, ToWorker, WorkerSetup } from './messages.ts';

/** The worker's entry: loads the model, then handles one message after the other. */

const { modelPath, sha256, interlock } = workerData as WorkerSetup;
const loaded = load();
let work: Promise<unknown> = loaded.catch(fail);

parentPort?.on('message', (message: ToWorker) => {
  work = work.then(async () => handleMessage(await loaded, message)).catch(fail);
});

async function load(): Promise<Scorer> {
  const bytes = await readFile(modelPath);
  if (sha256 !== undefined) verifyChecksum(bytes, sha256);
  const { session, Tensor } = await runUnlessStopped(interlock, () => openSession(bytes));
  return createScorer({ Tensor, run: (feeds) => runUnlessStopped(interlock, () => session.run(feeds)) });
}

/** Loads the engine. The process must not end during that either. */
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

function verifyChecksum(bytes: Buffer, expected: string): void {
  const got = createHash('sha256').update(bytes).digest('hex');
  if (got !== expected) throw new Error(`the file is damaged: expected sha256 ${expected}, got ${got}`);
}

async function handleMessage(scorer: Scorer, message: ToWorker): Promise<void> {
  switch (message.kind) {
    case 'score': {
      const probabilities = await scorer.score(message.batch);
      return answer({ kind: 'scored', probabilities });
    }
    case 'forget':
      return scorer.release(message.stream);
    case 'count':
      return answer({ kind: 'counted', streams: scorer.streams });
  }
}

function answer(message: FromWorker): void {
  parentPort?.postMessage(message);
}

/** Ends the thread after any error; the host reports it to all streams. */
function fail(error: unknown): void {
  answer({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  parentPort?.close();
}
