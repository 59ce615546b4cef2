import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDirectory } from '../../../src/directory/createDirectory.ts';
import { MemoryEngine } from '../../../src/directory/memory/memoryEngine.ts';
import { MemoryStore } from '../../../src/directory/memory/store.ts';
import { createDirectorySettings } from '../../../src/directory/options.ts';
import { claimAlias } from '../../../src/server/cluster/claimSession.ts';
import { createIdempotentStarts } from '../../../src/server/idempotency/idempotentStarts.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { runs } from '../../properties/runs.ts';
import { FaultyEngine } from '../../support/directory/faultyEngine.ts';

const KEY = { owner: 'shop', key: 'order-1', body: '' };

/** Nodes of one directory in virtual time, which start sessions with one key. The directory keeps a silent node for 2 s. */
function createNodes(timeout = 1) {
  const clock = new VirtualClock();
  const settings = createDirectorySettings({ scheduler: clock, timeout });
  const store = new MemoryStore(clock, settings.expiryMs);
  const live: string[] = [];
  const create = (id: string) => {
    const link = { isCut: false, delayMs: 0, isAway: false, isFull: false };
    const { register } = createDirectory(
      (profile) => new FaultyEngine(new MemoryEngine(profile, store), () => link, clock),
      settings,
    );
    const registration = register({ id, url: `http://${id}`, capacity: 9 });
    const starts = createIdempotentStarts(clock, (alias) => claimAlias(registration, alias));
    /** Starts a session that takes so long to be configured. */
    const start = (configureMs: number): Promise<string> =>
      starts
        .start(
          KEY,
          async (_, confirm) => {
            await clock.sleep(configureMs);
            await confirm();
            live.push(id);
            return { id };
          },
          new AbortController().signal,
        )
        .catch(({ code }: { readonly code: string }) => code);
    return { link, start, close: () => registration.close() };
  };
  return { clock, live, a: create('a'), b: create('b') };
}

describe('a node that is cut off while it configures a session with a key', () => {
  it('starts none when it cannot know whether another node has', async () => {
    const { clock, live, a, b } = createNodes();
    await clock.advance(100);
    const late = a.start(8000);
    await clock.advance(100);
    a.link.isCut = true;
    await clock.advance(4000);
    const other = b.start(1000);
    await clock.advance(9000);
    expect([await late, await other, live]).toEqual(['directory_unavailable', 'b', ['b']]);
  });

  it('starts none when it is back, and another node has', async () => {
    const { clock, live, a, b } = createNodes();
    await clock.advance(100);
    const late = a.start(8000);
    await clock.advance(100);
    a.link.isCut = true;
    await clock.advance(4000);
    const other = b.start(1000);
    await clock.advance(1500);
    a.link.isCut = false;
    await clock.advance(6000);
    expect([await late, await other, live]).toEqual(['idempotency_conflict', 'b', ['b']]);
  });

  it('starts it when it is back, and no other node has', async () => {
    const { clock, live, a } = createNodes();
    await clock.advance(100);
    const late = a.start(8000);
    a.link.isCut = true;
    await clock.advance(4000);
    a.link.isCut = false;
    await clock.advance(6000);
    expect([await late, live]).toEqual(['a', ['a']]);
  });

  it('starts none when the directory answers so late that its claim has lapsed meanwhile', async () => {
    const { clock, live, a } = createNodes(3);
    await clock.advance(100);
    const late = a.start(2000);
    await clock.advance(1000);
    a.link.delayMs = 900;
    await clock.advance(9000);
    expect([await late, live]).toEqual(['directory_unavailable', []]);
  });

  it('starts one session at most, however late the directory answers, and whenever it is asked', async () => {
    const ms = (max: number) => fc.integer({ min: 0, max });
    const faults = fc.record({
      cutAt: ms(6000),
      cutMs: ms(6000),
      timeout: fc.constantFrom(1, 3),
      delayMs: fc.constantFrom(0, 150, 400, 490, 900, 1400),
    });
    await fc.assert(
      fc.asyncProperty(faults, ms(6000), ms(9000), ms(3000), async (fault, configureMs, otherAt, otherMs) => {
        const { clock, live, a, b } = createNodes(fault.timeout);
        await clock.advance(3000);
        a.link.delayMs = fault.delayMs;
        const steps: readonly (readonly [number, () => unknown])[] = [
          [0, () => a.start(configureMs)],
          // The claim of a session that is there lapses, too, if its node is cut off.
          [Math.min(fault.cutAt, configureMs), () => (a.link.isCut = true)],
          [Math.min(fault.cutAt, configureMs) + fault.cutMs, () => (a.link.isCut = false)],
          [otherAt, () => b.start(otherMs)],
        ];
        for (const [at, act] of steps) clock.schedule(() => void act(), at);
        await clock.advance(25_000);
        expect(live.length).toBeLessThanOrEqual(1);
      }),
      runs(100),
    );
  });
});
