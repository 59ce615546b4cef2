import type { SchedulerLike } from 'rxjs';
import type { NodeRegistration } from '../../../src/core/sessionDirectory.ts';
import { createDirectory } from '../../../src/directory/createDirectory.ts';
import { MemoryEngine } from '../../../src/directory/memory/memoryEngine.ts';
import { MemoryStore } from '../../../src/directory/memory/store.ts';
import { createDirectorySettings } from '../../../src/directory/options.ts';
import type { SessionDirectorySubject } from '../../../src/testing/contracts/sessionDirectoryContract.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { type EngineFaults, FaultyEngine } from './faultyEngine.ts';

const PAUSE_MS = 50;
const PARTITION_MS = 10_000;
/** Virtual time, longer than any condition takes. */
const PATIENCE_MS = 30_000;

/** A directory in memory, in virtual time, behind connections that can fail. */
export async function createMemorySubject(): Promise<SessionDirectorySubject> {
  const clock = new VirtualClock();
  const settings = createDirectorySettings({ scheduler: clock });
  const store = new MemoryStore(clock, settings.expiryMs);
  const links = new Map<string, EngineFaults>();
  const engine = { isAway: false, isFull: false };
  const registrations: NodeRegistration[] = [];
  const linkOf = (id: string): EngineFaults => links.get(id) ?? { isCut: false, delayMs: 0, ...engine };
  const change = (id: string, fault: Partial<EngineFaults>) => links.set(id, { ...linkOf(id), ...fault });
  const wait = createWait(clock);
  return {
    register: (node, skewMs = 0) => {
      const directory = createDirectory(
        (profile) =>
          new FaultyEngine(new MemoryEngine(profile, store), () => ({ ...linkOf(node.id), ...engine }), clock),
        { ...settings, scheduler: skewed(clock, skewMs) },
      );
      const registration = directory.register(node);
      registrations.push(registration);
      return registration;
    },
    link: (id) => ({
      cut: () => void change(id, { isCut: true }),
      heal: () => void change(id, { isCut: false }),
      delay: (delayMs) => void change(id, { delayMs }),
    }),
    stop: async () => {
      engine.isAway = true;
      store.clear();
    },
    start: async () => {
      engine.isAway = false;
    },
    fill: async () => {
      engine.isFull = true;
    },
    free: async () => {
      engine.isFull = false;
    },
    wait,
    pause: () => clock.sleep(PAUSE_MS),
    passLong: () => clock.advance(PARTITION_MS),
    closed: async () => {
      for (const registration of registrations) await wait('that a node closes', registration.close());
      await clock.advance(PATIENCE_MS);
      if (clock.pending > 0) throw new Error(`${clock.pending} timers are left`);
    },
  };
}

/** A clock that is ahead, as that of another machine may be. */
export function skewed(scheduler: SchedulerLike, skewMs: number): SchedulerLike {
  const schedule: SchedulerLike['schedule'] = scheduler.schedule.bind(scheduler);
  return { now: () => scheduler.now() + skewMs, schedule };
}

/** Returns a function that moves virtual time until its work has settled. Several may wait at the same time. */
function createWait(clock: VirtualClock): SessionDirectorySubject['wait'] {
  let running: Promise<void> | undefined;
  const move = (): Promise<void> => {
    running ??= clock.advance(PAUSE_MS).finally(() => {
      running = undefined;
    });
    return running;
  };
  return async (what, work) => {
    let isSettled = false;
    const settle = (): void => {
      isSettled = true;
    };
    work.then(settle, settle);
    const deadline = clock.now() + PATIENCE_MS;
    while (!isSettled && clock.now() < deadline) await move();
    if (!isSettled) throw new Error(`expected ${what}, and waited ${PATIENCE_MS / 1000} s of virtual time`);
    return work;
  };
}
