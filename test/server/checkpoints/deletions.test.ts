import { describe, expect, it } from 'vitest';
import { Deletions } from '../../../src/server/checkpoints/deletions.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';

/** Deletions in a store that is away until `backMs`. */
function deleteUntil(backMs: number) {
  const clock = new VirtualClock();
  const tried: string[] = [];
  const failures: string[] = [];
  const warnings: object[] = [];
  const later: string[] = [];
  const deletions = new Deletions({
    store: {
      delete: async (session, epoch, as) => {
        tried.push(`${clock.now()} ${session} ${epoch} ${as}`);
        if (clock.now() < backMs) throw new Error('away');
      },
    },
    scheduler: clock,
    log: { warn: (fields: object) => void warnings.push(fields) } as never,
  });
  const end = (session: string, ttl = 60): void =>
    void deletions
      .delete({ session, epoch: 2, as: 'abandoned', ttl }, () => failures.push(session))
      .then(async (undeleted) => {
        if (undeleted === undefined) return;
        await undeleted.later;
        later.push(`${clock.now()} ${session}`);
      });
  return { clock, tried, failures, warnings, later, deletions, end };
}

describe('the checkpoint of a session that has ended', () => {
  it('is deleted at once by a store that answers', async () => {
    const { clock, tried, failures, later, end } = deleteUntil(0);
    end('a');
    await clock.run(5000);
    expect([tried, failures, later]).toEqual([['0 a 2 abandoned'], [], []]);
    expect(clock.pending).toBe(0);
  });

  it('is deleted when the store is back: one is tried every second, and the others follow the first that is taken', async () => {
    const { clock, tried, failures, warnings, later, end, deletions } = deleteUntil(1500);
    end('a');
    end('b');
    await clock.run(1400);
    expect(deletions.find('b')).toBe('abandoned');
    await clock.run(3600);
    const of = (ms: number, session: string): string => `${ms} ${session} 2 abandoned`;
    expect(tried).toEqual([of(0, 'a'), of(0, 'b'), of(1000, 'a'), of(2000, 'a'), of(2000, 'b')]);
    expect([failures, later]).toEqual([
      ['a', 'b'],
      ['2000 a', '2000 b'],
    ]);
    expect(deletions.find('b')).toBe(undefined);
    expect([warnings, clock.pending]).toEqual([[], 0]);
  });

  it('is tried as long as it would last, and no longer', async () => {
    const { clock, tried, later, end } = deleteUntil(Number.POSITIVE_INFINITY);
    end('a', 2.5);
    await clock.run(10_000);
    expect([tried.length, later]).toEqual([3, ['3000 a']]);
    expect(clock.pending).toBe(0);
  });

  it('is the oldest of more than 10,000 that is given up', async () => {
    const { clock, warnings, later, end, deletions } = deleteUntil(Number.POSITIVE_INFINITY);
    for (let n = 0; n <= 10_000; n += 1) end(`s${n}`);
    await clock.run(0);
    expect([later, warnings]).toEqual([['0 s0'], [{ checkpoints: 1 }]]);
    expect([deletions.find('s0'), deletions.find('s1')]).toEqual([undefined, 'abandoned']);
    await deletions.close();
  });

  it('is tried once more when the server closes, and then left until it expires', async () => {
    const { clock, tried, warnings, later, end, deletions } = deleteUntil(Number.POSITIVE_INFINITY);
    end('a');
    await clock.run(500);
    await deletions.close();
    await clock.run(5000);
    expect(tried).toEqual(['0 a 2 abandoned', '500 a 2 abandoned']);
    expect([warnings, later, clock.pending]).toEqual([[{ checkpoints: 1 }], ['500 a'], 0]);
  });
});
