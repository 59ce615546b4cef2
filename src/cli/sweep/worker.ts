import { parentPort } from 'node:worker_threads';
import type { Task } from './messages.ts';
import { runTask } from './task.ts';

parentPort?.on('message', (task: Task) => void runTask(task, (message) => parentPort?.postMessage(message)));
