import { parentPort, workerData } from 'node:worker_threads';
import { asAntiphonError } from '../../../src/core/errors.ts';
import type { FromEngine, ToEngine } from '../../../src/wire/engine/messages.ts';
import { createEngine, type EnginePackages } from './engine.ts';
import type { TtsAnswer, TtsCommand } from './messages.ts';

const engine = createEngine(workerData as EnginePackages);

/** Commands not yet begun. They run one after another, because an instance of the engine takes 50 MB. */
const queued = new Set<number>();
let last: Promise<void> = Promise.resolve();

parentPort?.on('message', ({ id, content }: ToEngine<TtsCommand>) => {
  if (content.kind === 'close') {
    queued.delete(id);
    return parentPort?.postMessage({ id, content: { kind: 'closed' } } satisfies FromEngine<TtsAnswer>);
  }
  queued.add(id);
  last = last.then(() => (queued.delete(id) ? answer(id, content) : undefined));
});

async function answer(id: number, command: TtsCommand): Promise<void> {
  const content = await run(command).catch(createFailure);
  const message: FromEngine<TtsAnswer> = { id, content };
  parentPort?.postMessage(message, content.kind === 'speech' ? [content.speech.samples.buffer as ArrayBuffer] : []);
}

async function run(command: TtsCommand): Promise<TtsAnswer> {
  return command.kind === 'speak'
    ? { kind: 'speech', speech: await engine.speak(command.utterance) }
    : { kind: 'verified', fault: await engine.findVoiceFault(command.voice) };
}

function createFailure(error: unknown): TtsAnswer {
  const { code, message } = asAntiphonError(error, 'provider_failed');
  return { kind: 'failed', code, message };
}
