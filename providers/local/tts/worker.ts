import { parentPort, workerData } from 'node:worker_threads';
import { asAntiphonError } from '../../../src/core/errors.ts';
import { loadEngine, type Engine } from './engine.ts';
import type { Answer, FromWorker, Command, ToWorker, WorkerData } from './messages.ts';

const engine = loadEngine((workerData as WorkerData).specifier);
// Each answer reports a failed start.
engine.catch(() => {});

/** Commands not yet begun. An instance of the engine takes 50 MB: they run one after the other. */
const queued = new Set<number>();
let last: Promise<void> = Promise.resolve();

parentPort?.on('message', (message: ToWorker) => {
  if (message.kind === 'cancel') return void queued.delete(message.id);
  queued.add(message.id);
  last = last.then(() => (queued.delete(message.id) ? answer(message.id, message) : undefined));
});

async function answer(id: number, question: Command): Promise<void> {
  const answer = await engine.then((loaded) => run(loaded, question)).catch(createFailure);
  const message: FromWorker = { id, ...answer };
  parentPort?.postMessage(message, answer.kind === 'spoken' ? [answer.spoken.samples.buffer as ArrayBuffer] : []);
}

async function run(loaded: Engine, question: Command): Promise<Answer> {
  return question.kind === 'speak'
    ? { kind: 'spoken', spoken: await loaded.speak(question.utterance) }
    : { kind: 'verified', fault: await loaded.findVoiceFault(question.voice) };
}

function createFailure(error: unknown): Answer {
  const { code, message } = asAntiphonError(error, 'provider_failed');
  return { kind: 'failed', code, message };
}
