import { parentPort, workerData } from 'node:worker_threads';
import type { Caller } from './caller.ts';
import { caller } from './caller.ts';
import type { Decoder, Language } from './engine.ts';
import { loadEngine } from './engine.ts';
import { faultsOf } from './faults.ts';
import type { Answer, FromWorker, Hearing, ToWorker, WorkerData } from './messages.ts';
import type { Pool } from './pool.ts';
import { pool } from './pool.ts';

const { specifier } = workerData as WorkerData;
const pools = new Map<Language, Pool<Decoder>>();
const callers = new Map<number, Caller>();

parentPort?.on('message', (message: ToWorker) => {
  const { id } = message;
  switch (message.kind) {
    case 'open':
      callers.set(id, open(id, message.hearing));
      break;
    case 'input':
      callers.get(id)?.take(message.input);
      break;
    case 'close':
      callers.get(id)?.close();
      callers.delete(id);
      break;
    case 'verify':
      verify(id, message.hearing);
  }
});

function open(id: number, hearing: Hearing): Caller {
  return caller(decodersFor(hearing), hearing.grammar, (event) => answer(id, { kind: 'said', event }));
}

function verify(id: number, hearing: Hearing): void {
  const { grammar, language } = hearing;
  const giveBack = decodersFor(hearing).borrow((decoder) => {
    answer(id, { kind: 'verified', faults: faultsOf(grammar, language, decoder) });
    // A decoder that is free is lent before there is a way to give it back.
    queueMicrotask(() => giveBack());
  });
}

function decodersFor({ language, decoders }: Hearing): Pool<Decoder> {
  const made = pools.get(language) ?? poolOf(language);
  pools.set(language, made);
  made.grow(decoders);
  return made;
}

function poolOf(language: Language): Pool<Decoder> {
  const engine = loadEngine(language, specifier);
  return pool(
    async () => (await engine)(),
    (decoder) => decoder.reset(),
    die,
  );
}

function answer(id: number, said: Answer): void {
  const message: FromWorker = { id, ...said };
  parentPort?.postMessage(message);
}

/** What goes wrong in the engine itself is the end of this thread; the host tells all who wait. */
function die(error: unknown): void {
  setImmediate(() => {
    throw error;
  });
}
