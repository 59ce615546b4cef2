import { parentPort, workerData } from 'node:worker_threads';
import { createWorkerSession, type WorkerSession } from './workerSession.ts';
import { loadEngine, type Decoder, type Language } from './engine.ts';
import { findGrammarFaults } from './grammarFaults.ts';
import type { Answer, FromWorker, RecognitionSettings, ToWorker, WorkerData } from './messages.ts';
import { createPool, type Pool } from './pool.ts';

const { specifier } = workerData as WorkerData;
const pools = new Map<Language, Pool<Decoder>>();
const sessions = new Map<number, WorkerSession>();

parentPort?.on('message', (message: ToWorker) => {
  const { id } = message;
  switch (message.kind) {
    case 'open':
      sessions.set(id, openSession(id, message.hearing));
      break;
    case 'input':
      sessions.get(id)?.handle(message.input);
      break;
    case 'close':
      sessions.get(id)?.close();
      sessions.delete(id);
      break;
    case 'verify':
      verifyGrammar(id, message.hearing);
  }
});

function openSession(id: number, hearing: RecognitionSettings): WorkerSession {
  return createWorkerSession(findPool(hearing), hearing.grammar, (event) => answer(id, { kind: 'said', event }));
}

function verifyGrammar(id: number, hearing: RecognitionSettings): void {
  const { grammar, language } = hearing;
  const giveBack = findPool(hearing).acquire((decoder) => {
    answer(id, { kind: 'verified', faults: findGrammarFaults(grammar, language, decoder) });
    // A free decoder is lent before `acquire` has returned.
    queueMicrotask(() => giveBack());
  });
}

function findPool({ language, decoders }: RecognitionSettings): Pool<Decoder> {
  const made = pools.get(language) ?? createDecoderPool(language);
  pools.set(language, made);
  made.grow(decoders);
  return made;
}

function createDecoderPool(language: Language): Pool<Decoder> {
  const engine = loadEngine(language, specifier);
  return createPool(
    async () => (await engine)(),
    (decoder) => decoder.reset(),
    failThread,
  );
}

function answer(id: number, said: Answer): void {
  const message: FromWorker = { id, ...said };
  parentPort?.postMessage(message);
}

/** Ends the thread after an error of the engine; the host reports it to all sessions. */
function failThread(error: unknown): void {
  setImmediate(() => {
    throw error;
  });
}
