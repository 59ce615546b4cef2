import { parentPort } from 'node:worker_threads';
import { answerTask } from './threads/answerTask.ts';
import type { StudioTask } from './threads/task.ts';

parentPort?.on('message', (task: StudioTask) => void run(task));

async function run(task: StudioTask): Promise<void> {
  const answer = await answerTask(task);
  const { result } = answer;
  // Small buffers may share their memory with others.
  const own =
    'bytes' in result && result.bytes.byteLength === result.bytes.buffer.byteLength ? [result.bytes.buffer] : [];
  parentPort?.postMessage(answer, own);
}
