import { describe, expect, it } from 'vitest';
import type { SaveResult, StoredCheckpoint } from '../../../src/core/checkpointStore.ts';
import { createMemoryCheckpoints } from '../../../src/directory/checkpoints/memoryCheckpoints.ts';
import { CheckpointWriter } from '../../../src/server/checkpoints/checkpointWriter.ts';
import { PLAIN_SEALING } from '../../../src/server/checkpoints/sealing.ts';
import type { StoredSession } from '../../../src/server/checkpoints/storedSession.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';

const SAVE_MS = 100;

/** A writer on a store that takes 100 ms for each write. */
function write() {
  const clock = new VirtualClock();
  const begun: string[] = [];
  const results: string[] = [];
  const fails = { next: 0 };
  const kept = createMemoryCheckpoints({ scheduler: clock });
  const save = async (session: string, saved: StoredCheckpoint, ttl: number): Promise<SaveResult> => {
    begun.push(`${clock.now()} ${nodeIn(saved.value)}`);
    await clock.sleep(SAVE_MS);
    if (fails.next-- > 0) throw new Error('away');
    return kept.save(session, saved, ttl);
  };
  const store = { ...kept, load: kept.load.bind(kept), claim: kept.claim.bind(kept), close: kept.close.bind(kept) };
  const writer = new CheckpointWriter({
    session: 'ses_1',
    epoch: 0,
    store: { ...store, save, delete: kept.delete.bind(kept) },
    sealing: PLAIN_SEALING,
    scheduler: clock,
    wrote: (result) => results.push(result),
  });
  const at = (ms: number, name: string): void =>
    void clock.schedule(() => writer.write({ node: name } as StoredSession, 60), ms);
  const latest = async (): Promise<string | undefined> => {
    const found = await kept.load('ses_1');
    return typeof found === 'object' ? nodeIn(found.value) : undefined;
  };
  return { clock, begun, results, fails, writer, kept, at, latest };
}

function nodeIn(value: Uint8Array): string {
  return (JSON.parse(PLAIN_SEALING.open('ses_1', value) ?? '{}') as StoredSession).node;
}

describe('the writes of a session', () => {
  it('are one at a time: of what comes meanwhile, the latest follows', async () => {
    const { clock, at, begun, latest } = write();
    at(0, 'a');
    at(10, 'b');
    at(20, 'c');
    at(300, 'd');
    await clock.run(1000);
    expect(begun).toEqual(['0 a', '100 c', '300 d']);
    expect(await latest()).toBe('d');
  });

  it('are tried again after a second when they fail, with the latest', async () => {
    const { clock, at, begun, results, fails, latest } = write();
    fails.next = 1;
    at(0, 'a');
    await clock.run(1300);
    expect(begun).toEqual(['0 a', '1100 a']);
    expect(results).toEqual(['failed', 'written']);
    expect(await latest()).toBe('a');
  });

  it('leave no timer behind when the session ends after one that failed', async () => {
    const { clock, at, fails, writer } = write();
    fails.next = 1;
    at(0, 'a');
    await clock.run(200);
    expect(clock.pending).toBe(1);
    writer.leave();
    expect(clock.pending).toBe(0);
  });

  it('end when another node has the session', async () => {
    const { clock, at, begun, results, kept } = write();
    at(0, 'a');
    await clock.run(200);
    await kept.claim('ses_1', 0);
    at(0, 'b');
    at(200, 'c');
    await clock.run(1000);
    expect(begun).toEqual(['0 a', '200 b']);
    expect(results).toEqual(['written', 'superseded']);
  });

  it('are over when the session has ended during one, and that one is', async () => {
    const { clock, at, begun, writer } = write();
    const overAt: number[] = [];
    at(0, 'a');
    at(50, 'b');
    clock.schedule(() => void writer.end().then(() => overAt.push(clock.now())), 60);
    await clock.run(1000);
    expect([begun, overAt]).toEqual([['0 a'], [SAVE_MS]]);
  });
});
