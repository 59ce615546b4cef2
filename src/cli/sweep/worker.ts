import { parentPort } from 'node:worker_threads';
import type { Task, FromWorker } from './workers.ts';
import { readRecording } from '../../record/read.ts';
import { runRange } from '../../replay/sweep/runs.ts';
import { warningsOf } from '../../replay/warnings.ts';
import { messageOf } from '../../core/messageOf.ts';
import { loadCustomParts } from '../customParts.ts';

parentPort?.on('message', (task: Task) => void runTask(task, (message) => parentPort?.postMessage(message)));

/** Runs a recording over its range of the grid and sends the results. Never rejects. */
async function runTask(task: Task, post: (message: FromWorker) => void): Promise<void> {
  try {
    const recording = await readRecording(task.path);
    const own = await loadCustomParts(task.session);
    // Only one task per recording sends the warnings.
    if (task.from === 0) for (const text of warningsOf(recording, own)) post({ kind: 'warning', text });
    const part = await runRange(recording, task.grid, task, own, () => post({ kind: 'played' }));
    // The receiver does not need the texts.
    const slim = part.outcomes.map((outcome) => ({ ...outcome, user: [], agent: [] }));
    post({ kind: 'ran', part: { ...part, outcomes: slim } });
  } catch (error) {
    post({ kind: 'failed', message: messageOf(error) });
  }
}
