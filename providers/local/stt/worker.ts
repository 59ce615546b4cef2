import { parentPort, workerData } from 'node:worker_threads';
import type { FromEngine, ToEngine } from '../../../src/wire/engine/messages.ts';
import type { WorkerData } from '../workerData.ts';
import type { Background } from './background.ts';
import { loadEngine, type Decoder, type Engine, type Language } from './engine.ts';
import { findGrammarFaults } from './grammarFaults.ts';
import type { RecognitionSettings, SttAnswer, SttCommand } from './messages.ts';
import { createPool, type Pool } from './pool.ts';
import type { RecognitionOptions } from './recognition.ts';
import { createWorkerSession, type Loading, type WorkerSession } from './workerSession.ts';

const { specifier } = workerData as WorkerData;
const engines = new Map<Language, Promise<Engine>>();
const backgrounds = new Map<Language, Loading<Background>>();
const pools = new Map<Language, Pool<Decoder>>();
const sessions = new Map<number, Pick<WorkerSession, 'close'> & Partial<WorkerSession>>();

parentPort?.on('message', ({ id, content }: ToEngine<SttCommand>) => {
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
      answer(id, { kind: 'closed' });
      break;
    case 'verify':
      sessions.set(id, { close: verifyGrammar(id, content.settings) });
  }
});

function openSession(id: number, settings: RecognitionSettings): WorkerSession {
  const options = loadOptions(settings);
  return createWorkerSession(findPool(settings), options, (event) => answer(id, { kind: 'event', event }));
}

/** Loads the options. Loads the background only if sentences can be rejected. */
function loadOptions({ grammar, language, reject }: RecognitionSettings): Loading<RecognitionOptions> {
  if (reject === false) return { use: (work) => work({ grammar }) };
  const loading =
    backgrounds.get(language) ?? load(async () => (await findEngine(language)).createBackground(), failThread);
  backgrounds.set(language, loading);
  return { use: (work) => loading.use((background) => work({ grammar, reject: { below: reject, background } })) };
}

/** Loads a value. Calls `fail` with an error. */
function load<T>(create: () => Promise<T>, fail: (error: unknown) => void): Loading<T> {
  const waiting: ((value: T) => void)[] = [];
  let loaded: { readonly value: T } | undefined;
  create()
    .then((value) => {
      loaded = { value };
      for (const work of waiting.splice(0)) work(value);
    })
    .catch(fail);
  return { use: (work) => void (loaded === undefined ? waiting.push(work) : work(loaded.value)) };
}

/** Verifies a grammar. Returns a function that leaves the queue for a decoder. */
function verifyGrammar(id: number, settings: RecognitionSettings): () => void {
  const { grammar, language } = settings;
  loadOptions(settings);
  const release = findPool(settings).acquire((decoder) => {
    answer(id, { kind: 'verified', faults: findGrammarFaults(grammar, language, decoder) });
    // If a decoder is free, this runs before `acquire` has returned.
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
  return createPool(
    async () => (await findEngine(language)).createDecoder(),
    (decoder) => decoder.reset(),
    failThread,
  );
}

function findEngine(language: Language): Promise<Engine> {
  const engine = engines.get(language) ?? loadEngine(language, specifier);
  engines.set(language, engine);
  return engine;
}

function answer(id: number, content: FromEngine<SttAnswer>['content']): void {
  parentPort?.postMessage({ id, content } satisfies FromEngine<SttAnswer>);
}

/** Ends the thread after an error of the engine; the host reports it to all sessions. */
function failThread(error: unknown): void {
  setImmediate(() => {
    throw error;
  });
}
