import { expect, test } from 'vitest';
import { type NodeEntry, parseNodeEntry, parseSessionOwner } from '../../src/directory/nats/entries.ts';
import { NodeReplica } from '../../src/directory/nats/replica.ts';

const EXPIRY_MS = 2000;
const KEY = 'hash';

test('a node is gone when the server has taken nothing of it for the expiry, whatever the clock here says', () => {
  const replica = createReplica();
  see(replica, 'a', 1, 10_000);
  see(replica, 'b', 2, 11_999);
  expect(ids(replica)).toEqual(['a', 'b']);
  see(replica, 'b', 3, 12_000, 2);
  expect(ids(replica)).toEqual(['b']);
});

test('a node that was silent for too long is back when it has reported anew, not with what it had reported', () => {
  const replica = createReplica();
  see(replica, 'a', 1, 10_000);
  see(replica, 'a', 2, 12_000, 1);
  expect(replica.owner({ id: 'a', gen: 1 })).toBeUndefined();
  see(replica, 'a', 3, 12_100, 1);
  expect(ids(replica)).toEqual([]);
  expect(replica.count(KEY)).toBe(0);
  see(replica, 'a', 4, 12_200);
  expect(ids(replica)).toEqual(['a']);
  expect(replica.owner({ id: 'a', gen: 4 })?.revision).toBe(4);
  expect(replica.owner({ id: 'a', gen: 1 })).toBeUndefined();
});

test('a clock of the server that is set back kills nobody', () => {
  const replica = createReplica();
  see(replica, 'a', 1, 10_000_000);
  see(replica, 'b', 2, 10_000);
  see(replica, 'a', 3, 10_100, 1);
  expect(ids(replica)).toEqual(['a', 'b']);
});

test('the sessions of a key are those of the nodes that are alive', () => {
  const replica = createReplica();
  see(replica, 'a', 1, 10_000);
  see(replica, 'b', 2, 11_500);
  expect(replica.count(KEY)).toBe(6);
  see(replica, 'b', 3, 12_000, 2);
  expect(replica.count(KEY)).toBe(3);
  replica.apply({ id: 'b', revision: 4, at: 12_100, entry: undefined });
  expect(replica.count(KEY)).toBe(0);
});

test('who waits for an entry sees the state at that entry, before any later one', () => {
  const replica = createReplica();
  const counts: number[] = [];
  replica.whenSeen(
    ({ revision }) => revision === 2,
    () => counts.push(replica.count(KEY)),
  );
  for (const [at, id] of ['a', 'b', 'c'].entries()) see(replica, id, at + 1, 10_000);
  expect(counts).toEqual([6]);
});

test.each(['', 'null', '[]', '{"id":"a"}', '{"id":"a","url":"u","draining":false,"gen":"1"}'])(
  'what no node has written is no entry: %s',
  (text) => {
    expect(parseNodeEntry(text)).toBeUndefined();
    expect(parseSessionOwner(text)).toBeUndefined();
  },
);

function createReplica(): NodeReplica {
  return new NodeReplica(EXPIRY_MS);
}

function see(replica: NodeReplica, id: string, revision: number, at: number, gen: number = 0): void {
  replica.apply({ id, revision, at, entry: entryOf(id, gen) });
}

function entryOf(id: string, gen: number): NodeEntry {
  const profile = { id, url: `http://${id}`, capacity: 9 };
  return { ...profile, load: 0, draining: false, gen, serial: 0, counts: { [KEY]: 3 } };
}

function ids(replica: NodeReplica): readonly string[] {
  return replica.alive().map(({ entry }) => entry.id);
}
