import type { CheckpointStore } from '../../core/checkpointStore.ts';
import { assertEqual, withinTime } from './assertions.ts';
import { createContractCases, type ContractCase, type ContractSubject, type Requirement } from './contract.ts';

/** A checkpoint store with its own engine, for one case. */
export interface CheckpointStoreSubject extends ContractSubject {
  /** Opens another client of the engine. */
  readonly open: () => CheckpointStore;
  /** Stops the engine, which loses all data. */
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** Resolves a moment later, in real or virtual time. */
  readonly pause: () => Promise<void>;
}

export interface CheckpointStoreContractOptions {
  readonly create: () => Promise<CheckpointStoreSubject>;
}

/**
 * Creates the cases of the contract for checkpoint stores, for any test runner. Each case has its own engine.
 *
 * @example
 * ```ts
 * import { createCheckpointStoreContract, type CheckpointStoreSubject } from 'antiphon/testing';
 * import { describe, test } from 'vitest';
 *
 * declare function startEtcd(): Promise<CheckpointStoreSubject>;
 *
 * describe('the checkpoints on etcd keep the contract', () => {
 *   for (const { name, run } of createCheckpointStoreContract({ create: startEtcd })) test.concurrent(name, run);
 * });
 * ```
 */
export function createCheckpointStoreContract({ create }: CheckpointStoreContractOptions): readonly ContractCase[] {
  return createContractCases([...contents, ...epochs, ...faults], create, []);
}

const SESSION = 'ses_1';
const TTL_S = 60;
const PATIENCE_MS = 30_000;

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (value: Uint8Array | undefined): string | undefined => value && new TextDecoder().decode(value);

async function read(store: CheckpointStore): Promise<unknown> {
  const found = await store.load(SESSION);
  return typeof found === 'object' ? { epoch: found.epoch, text: textOf(found.value) } : found;
}

const save = (store: CheckpointStore, epoch: number, text: string, ttl = TTL_S): Promise<string> =>
  store.save(SESSION, { epoch, value: bytesOf(text) }, ttl);

const contents: readonly Requirement<CheckpointStoreSubject>[] = [
  {
    name: 'another node reads a saved checkpoint byte for byte',
    check: async ({ open }) => {
      const value = Uint8Array.from({ length: 300_000 }, (_, at) => at % 256);
      assertEqual('the result', await open().save(SESSION, { epoch: 0, value }, TTL_S), 'saved');
      const found = await open().load(SESSION);
      assertEqual('the bytes', typeof found === 'object' && Buffer.compare(found.value, value), 0);
    },
  },
  {
    name: 'a session keeps its own latest checkpoint',
    check: async ({ open }) => {
      const store = open();
      await save(store, 0, 'first');
      await save(store, 0, 'second');
      assertEqual('the checkpoint', await read(store), { epoch: 0, text: 'second' });
      assertEqual('the one of another session', await store.load('ses_2'), undefined);
    },
  },
  {
    name: 'a checkpoint expires',
    check: async ({ open, pause }) => {
      const store = open();
      await save(store, 0, 'first', 0.1);
      await becomes(pause, () => read(store), undefined);
    },
  },
];

const epochs: readonly Requirement<CheckpointStoreSubject>[] = [
  {
    name: 'if two nodes take over a session at the same instant, one gets it',
    check: async ({ open }) => {
      const [first, second] = [open(), open()];
      await save(first, 0, 'first');
      const claims = await Promise.all([first.claim(SESSION, 0), second.claim(SESSION, 0)]);
      assertEqual('the claims', claims.filter(Boolean).length, 1);
      assertEqual('the checkpoint', await read(second), { epoch: 1, text: 'first' });
    },
  },
  {
    name: 'a session without a checkpoint cannot be taken over',
    check: async ({ open }) => assertEqual('the claim', await open().claim(SESSION, 0), false),
  },
  {
    name: 'a node cannot write after another has taken over its session',
    check: async ({ open }) => {
      const [dead, living] = [open(), open()];
      await save(dead, 0, 'first');
      await living.claim(SESSION, 0);
      assertEqual('a late result', await save(dead, 0, 'late'), 'superseded');
      await dead.delete(SESSION, 0);
      assertEqual('the checkpoint', await read(living), { epoch: 1, text: 'first' });
      assertEqual('the result of the new node', await save(living, 1, 'second'), 'saved');
      assertEqual('the checkpoint', await read(living), { epoch: 1, text: 'second' });
    },
  },
  {
    name: 'an ended session has no checkpoint, even after a late write',
    check: async ({ open }) => {
      const store = open();
      await save(store, 0, 'first');
      await store.delete(SESSION, 0);
      assertEqual('a late result', await save(store, 0, 'late'), 'superseded');
      assertEqual('the checkpoint', await read(store), 'deleted');
      assertEqual('a claim', await store.claim(SESSION, 1), false);
    },
  },
  {
    name: 'the store knows whether a session ended because its client did not return',
    check: async ({ open }) => {
      const store = open();
      await save(store, 0, 'first');
      await store.delete(SESSION, 0, 'abandoned');
      assertEqual('the checkpoint', await read(store), 'abandoned');
      assertEqual('a late result', await save(store, 0, 'late'), 'superseded');
      await store.delete(SESSION, 1);
      assertEqual('the checkpoint', await read(store), 'deleted');
    },
  },
  {
    name: 'a new node loads the checkpoint that was saved between its load and its claim',
    check: async ({ open }) => {
      const [dead, living] = [open(), open()];
      await save(dead, 0, 'first');
      assertEqual('the checkpoint', await read(living), { epoch: 0, text: 'first' });
      assertEqual('a result in between', await save(dead, 0, 'second'), 'saved');
      assertEqual('the claim', await living.claim(SESSION, 0), true);
      assertEqual('the checkpoint', await read(living), { epoch: 1, text: 'second' });
    },
  },
  {
    name: 'the store knows that a session has ended even if it was never saved',
    check: async ({ open }) => {
      const store = open();
      await store.delete(SESSION, 0);
      assertEqual('the checkpoint', await read(store), 'deleted');
      assertEqual('a late result', await save(store, 0, 'late'), 'superseded');
    },
  },
];

const faults: readonly Requirement<CheckpointStoreSubject>[] = [
  {
    name: 'a store rejects while its engine is away, and works again afterwards',
    check: async ({ open, stop, start, pause }) => {
      const store = open();
      await save(store, 0, 'first');
      await stop();
      const error = await withinTime(
        'an answer',
        save(store, 0, 'second').catch(() => 'rejected'),
        undefined,
        PATIENCE_MS,
      );
      assertEqual('the answer', error, 'rejected');
      await start();
      await becomes(pause, () => save(store, 0, 'third'), 'saved');
      assertEqual('the checkpoint', await read(store), { epoch: 0, text: 'third' });
    },
  },
];

/** Polls until the answer is the expected one. */
async function becomes(pause: () => Promise<void>, ask: () => Promise<unknown>, expected: unknown): Promise<void> {
  let isOver = false;
  const askAgain = async (): Promise<void> => {
    while (!isOver && (await ask().catch(() => 'rejected')) !== expected) await pause();
  };
  await withinTime(`the answer ${String(expected)}`, askAgain(), undefined, PATIENCE_MS).finally(() => {
    isOver = true;
  });
}
