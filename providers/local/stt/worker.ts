import { parentPort, workerData } from 'node:worker_threads';
import type { FromWorker, ToWorker, WorkerData } from '../messages.ts';
import { loadEngine, type Decoder, type Language } from './engine.ts';
import { findGrammarFaults } from './grammarFaults.ts';
import type { RecognitionSettings, SttAnswer, SttCommand } from './messages.ts';
import { createPool, type Pool } from './pool.ts';
import { createWorkerSession, type WorkerSession } from './workerSession.ts';

const { specifier } = workerData as WorkerData;
const pools = new Map<Language, Pool<Decoder>>();
const sessions = new Map<number, Pick<WorkerSession, 'close'> & Partial<WorkerSession>>();

parentPort?.on('message', ({ id, content }: ToWorker<SttCommand>) => {
  switch (content.kind) {
    case 'open':
      sessions.set(id, openSession(id, content.settings));
      break;
    case 'input':
      sessions.get(id)?.handle?.(content.input);
      break;
    case 'close':
      sessions.get(id)?.close();
      sessions.delete(id);
      break;
    case 'verify':
      sessions.set(id, { close: verifyGrammar(id, content.settings) });
  }
});

function openSession(id: number, settings: RecognitionSettings): WorkerSession {
  return createWorkerSession(findPool(settings), settings.grammar, (event) => answer(id, { kind: 'event', event }));
}

/** Returns a function that leaves the queue for a decoder. */
function verifyGrammar(id: number, settings: RecognitionSettings): () => void {
  const { grammar, language } = settings;
  const release = findPool(settings).acquire((decoder) => {
    answer(id, { kind: 'verified', faults: findGrammarFaults(grammar, language, decoder) });
    // A free decoder is lent before `acquire` has returned.
    queueMicrotask(() => release());
  });
  return release;
}

function findPool({ language, decoders }: RecognitionSettings): Pool<Decoder> {
  const pool = pools.get(language) ?? createDecoderPool(language);
  pools.set(language, pool);
  pool.grow(decoders);
  return pool;
}

function createDecoderPool(language: Language): Pool<Decoder> {
  const engine = loadEngine(language, specifier);
  return createPool(
    async () => (await engine)(),
    (decoder) => decoder.reset(),
    failThread,
  );
}

function answer(id: number, content: SttAnswer): void {
  parentPort?.postMessage({ id, content } satisfies FromWorker<SttAnswer>);
}

/** Ends the thread after an error of the engine; the host reports it to all sessions. */
function failThread(error: unknown): void {
  setImmediate(() => {
    throw error;
  });
}
