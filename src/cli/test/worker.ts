import { parentPort } from 'node:worker_threads';
import { messageOf } from '../../core/messageOf.ts';
import { playScores } from './playScores.ts';
import { replayRecording } from './replayRecording.ts';
import type { FromTestWorker, TestTask } from './results.ts';

parentPort?.on('message', (task: TestTask) => void runTask(task, (message) => parentPort?.postMessage(message)));

/** Runs a file and sends its results. Never rejects. */
async function runTask(task: TestTask, post: (message: FromTestWorker) => void): Promise<void> {
  try {
    const warn = (text: string): void => post({ kind: 'warning', text });
    const tests = task.kind === 'score' ? await playScores(task.path) : [await replayRecording(task, warn)];
    post({ kind: 'ran', tests });
  } catch (error) {
    post({ kind: 'failed', message: messageOf(error) });
  }
}
