import { AsyncLocalStorage } from 'node:async_hooks';
import { asyncScheduler } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { createTickScheduler, ticksOf } from '../../src/time/tickScheduler.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';

function setUp(): {
  clock: VirtualClock;
  ticks: ReturnType<typeof createTickScheduler>;
  ran: string[];
  at: (ms: number) => void;
} {
  const clock = new VirtualClock();
  const ticks = createTickScheduler(clock);
  const ran: string[] = [];
  const at = (ms: number): void => void ticks.schedule(() => ran.push(`${ms} at ${clock.now()}`), ms - clock.now());
  return { clock, ticks, ran, at };
}

describe('ticks', () => {
  test('run work at the first tick after it is due', () => {
    const { clock, ran, at } = setUp();
    for (const ms of [0, 1, 9, 11, 19, 35]) at(ms);
    clock.flush(100);
    expect(ran).toEqual(['0 at 10', '1 at 10', '9 at 10', '11 at 20', '19 at 20', '35 at 40']);
  });

  test('leave a ms for a timer of the platform that is early', () => {
    const { clock, ran, at } = setUp();
    at(9.5);
    clock.flush(100);
    expect(ran).toEqual(['9.5 at 20']);
  });

  test('set one timer, for the earliest work', () => {
    const { clock, at } = setUp();
    for (const ms of [500, 100, 300, 100]) at(ms);
    expect(clock.pending).toBe(1);
    clock.flush(100);
    expect(clock.now()).toBe(100);
    clock.flush();
    expect(clock.pending).toBe(0);
  });

  test('are at common times, whenever the work was scheduled', () => {
    const { clock, ran, at } = setUp();
    at(3);
    clock.flush(4);
    at(8);
    clock.flush(20);
    expect(ran).toEqual(['3 at 10', '8 at 10']);
  });

  test('run work that is scheduled again', () => {
    const { clock, ticks, ran } = setUp();
    ticks.schedule<number>(
      function (round) {
        ran.push(`${clock.now()}`);
        if (round < 2) this.schedule(round + 1, 20);
      },
      20,
      0,
    );
    clock.flush();
    expect(ran).toEqual(['30', '60', '90']);
  });

  test('do not run cancelled work', () => {
    const { clock, ticks, ran, at } = setUp();
    const cancelled = ticks.schedule(() => ran.push('cancelled'), 5);
    ticks.schedule(() => cancelled.unsubscribe(), 4);
    at(6);
    clock.flush();
    expect(ran).toEqual(['6 at 10']);
  });

  test('run the rest when some of the work throws, and emit its error', () => {
    const { clock, ticks, ran, at } = setUp();
    ticks.schedule(() => {
      throw new Error('mine');
    }, 1);
    at(2);
    at(30);
    expect(() => clock.flush()).toThrow('mine');
    expect(ran).toEqual(['2 at 10']);
    clock.flush();
    expect(ran).toEqual(['2 at 10', '30 at 40']);
  });

  test('do not run the work of one session in the async context of another', () => {
    const session = new AsyncLocalStorage<string>();
    const contexts: unknown[] = [];
    const setTimer = asyncScheduler.schedule.bind(asyncScheduler);
    const ticks = createTickScheduler({
      now: () => 0,
      schedule: (...work: Parameters<typeof setTimer>) => {
        contexts.push(session.getStore());
        return setTimer(...work);
      },
    });
    session.run('a session', () => ticks.schedule(() => {}, 5)).unsubscribe();
    expect(contexts).toEqual([undefined]);
  });
});

describe('a scheduler without real time', () => {
  test('is its own ticks: a marble test is exact', () => {
    const clock = new VirtualClock();
    expect(ticksOf(clock)).toBe(clock);
  });
});
