import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { createServer, connect, type AddressInfo } from 'node:net';
import { setTimeout as inRealTime } from 'node:timers/promises';
import { asyncScheduler, Subscription, type SchedulerAction, type SchedulerLike } from 'rxjs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { messageOf } from '../../src/core/messageOf.ts';
import { contain } from '../../src/session/containment/containment.ts';
import { bindToContext, monotonicScheduler } from '../../src/time/monotonicScheduler.ts';

const opened: { destroy?(): void; close?(): void }[] = [];

afterEach(() => {
  for (const one of opened.splice(0)) (one.destroy ?? one.close)?.call(one);
});

/** What happens once the process has been blocked for 200 ms, during which something has arrived at a socket. */
async function afterABlock(happen: (log: (what: string) => void) => void): Promise<readonly string[]> {
  const log: string[] = [];
  const server = createServer((socket) => {
    opened.push(socket);
    socket.on('data', () => log.push('read'));
  }).listen(0, '127.0.0.1');
  opened.push(server);
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  opened.push(client);
  await Promise.all([once(server, 'connection'), once(client, 'connect')]);
  happen((what) => log.push(what));
  // From an immediate: the timers come next, and then the sockets.
  await new Promise<void>((done) => {
    setImmediate(() => {
      client.write('in time');
      block(200);
      done();
    });
  });
  const last = new Promise<void>((done) => void monotonicScheduler.schedule(() => done(), 0));
  await last;
  return log;
}

it('a deadline that passes while the process is blocked is not missed by what has arrived before', async () => {
  expect(await afterABlock((log) => monotonicScheduler.schedule(() => log('late'), 100))).toEqual(['read', 'late']);
});

it('timers that were late keep their order, those that are hardly late come behind them', async () => {
  const order = await afterABlock((log) => {
    monotonicScheduler.schedule(() => log('hardly late'), 195);
    monotonicScheduler.schedule(() => log('late'), 100);
    monotonicScheduler.schedule(() => log('later'), 50);
  });
  expect(order).toEqual(['read', 'later', 'late', 'hardly late']);
});

it('a timer that is late and cancelled does not run', async () => {
  const order = await afterABlock((log) => {
    const timer = new Subscription();
    monotonicScheduler.schedule(() => timer.unsubscribe(), 50);
    timer.add(monotonicScheduler.schedule(() => log('late'), 100));
  });
  expect(order).toEqual(['read']);
});

it.each<[string, SchedulerLike]>([
  ['asyncScheduler', asyncScheduler],
  ['monotonicScheduler', monotonicScheduler],
])('work schedules itself again with its state on %s', async (_, scheduler) => {
  const states: unknown[] = [];
  await new Promise<void>((done) => {
    scheduler.schedule(
      function (this: SchedulerAction<number>, state = 0): void {
        states.push(state);
        if (state < 3) this.schedule(state + 1, 1);
        else done();
      },
      1,
      1,
    );
  });
  expect(states).toEqual([1, 2, 3]);
});

it.each([Number.POSITIVE_INFINITY, 1e10])('a timer of %d ms does not run at once', async (delayMs) => {
  const order: string[] = [];
  const timers = new Subscription();
  timers.add(monotonicScheduler.schedule(() => order.push('long'), delayMs));
  timers.add(
    monotonicScheduler.schedule(function (this: SchedulerAction<number>, count = 0) {
      if (count === 0) this.schedule(1, delayMs);
      else order.push('long, again');
    }, 0),
  );
  await new Promise<void>((done) => void monotonicScheduler.schedule(() => done(), 20));
  timers.unsubscribe();
  expect(order).toEqual([]);
});

describe('one timer of the platform', () => {
  const started = (): number => process.getActiveResourcesInfo().filter((type) => type === 'Timeout').length;

  it('serves all deadlines, and none that is cancelled keeps the process alive', () => {
    const before = started();
    const timers = new Subscription();
    for (let ms = 5000; ms < 6000; ms += 1) timers.add(monotonicScheduler.schedule(() => {}, ms));
    expect(started() - before).toBe(1);
    timers.unsubscribe();
    expect(started()).toBe(before);
    timers.add(monotonicScheduler.schedule(() => {}, 5500));
    const next = monotonicScheduler.schedule(() => {}, 7000);
    expect(started() - before).toBe(1);
    next.unsubscribe();
  });

  it('runs work in the order of its deadlines, equal ones as set, and none early', async () => {
    const ran: string[] = [];
    const early: number[] = [];
    const run = (ms: number, name: string): void => {
      const dueMs = monotonicScheduler.now() + ms;
      monotonicScheduler.schedule(() => {
        ran.push(name);
        if (monotonicScheduler.now() < dueMs) early.push(dueMs);
      }, ms);
    };
    for (const [ms, name] of [
      [30, 'c'],
      [12.6, 'a'],
      [12.6, 'b'],
      [30, 'd'],
      [0, '0'],
    ] as const)
      run(ms, name);
    await rung(40);
    expect([ran.join(''), early]).toEqual(['0abcd', []]);
  });

  it('runs out for work that is set while other work runs', async () => {
    const order: string[] = [];
    await new Promise<void>((done) => {
      monotonicScheduler.schedule(() => {
        order.push('first');
        monotonicScheduler.schedule(() => done(void order.push('third')), 4);
        monotonicScheduler.schedule(() => order.push('second'), 2);
      }, 1);
    });
    expect(order).toEqual(['first', 'second', 'third']);
  });

  it('lets all promises settle between two pieces of work that are due', async () => {
    const order: string[] = [];
    const deep = async (calls: number): Promise<void> => (calls > 0 ? deep(calls - 1) : undefined);
    for (const name of ['a', 'b'])
      monotonicScheduler.schedule(() => {
        order.push(name);
        void deep(5).then(() => order.push(`${name} settled`));
      }, 2);
    block(10);
    await rung(20);
    expect(order).toEqual(['a', 'a settled', 'b', 'b settled']);
  });

  it('lets the event loop turn between two pieces of work without a delay', async () => {
    const order: string[] = [];
    await new Promise<void>((done) => {
      monotonicScheduler.schedule<number>(function (count = 0) {
        order.push('work');
        if (count === 0) setImmediate(() => order.push('immediate'));
        block(2);
        if (count < 2) this.schedule(count + 1);
        else done();
      });
    });
    expect(order).toEqual(['work', 'immediate', 'work', 'work']);
  });
});

describe("while a test runner's timers replace those of the platform", () => {
  afterEach(() => void vi.useRealTimers());

  it('each piece of work has a timer of its own', () => {
    vi.useFakeTimers();
    const ran: number[] = [];
    for (const ms of [300, 100, 200]) monotonicScheduler.schedule(() => ran.push(ms), ms);
    expect(vi.getTimerCount()).toBe(3);
    vi.advanceTimersByTime(300);
    expect(ran).toEqual([100, 200, 300]);
  });

  it('a deadline comes beside a period', () => {
    vi.useFakeTimers();
    const ran: string[] = [];
    const period = monotonicScheduler.schedule(function (this: SchedulerAction<undefined>) {
      this.schedule(undefined, 20);
    }, 20);
    monotonicScheduler.schedule(() => ran.push('deadline'), 1000);
    vi.advanceTimersByTime(1000);
    period.unsubscribe();
    expect([ran, vi.getTimerCount()]).toEqual([['deadline'], 0]);
  });

  it('cancelled work does not run', () => {
    vi.useFakeTimers();
    const ran: string[] = [];
    monotonicScheduler.schedule(() => ran.push('cancelled'), 10).unsubscribe();
    vi.advanceTimersByTime(20);
    expect(ran).toEqual([]);
  });

  it('work that was set before goes on in real time', async () => {
    const ran: string[] = [];
    monotonicScheduler.schedule(() => ran.push('before'), 5);
    vi.useFakeTimers();
    monotonicScheduler.schedule(() => {}, 5000).unsubscribe();
    vi.useRealTimers();
    await rung(10);
    expect(ran).toEqual(['before']);
  });

  it('work that is late then is not the last', async () => {
    const ran: string[] = [];
    monotonicScheduler.schedule(() => ran.push('late'), 1);
    const passed = inRealTime(70);
    vi.useFakeTimers();
    block(60);
    await passed;
    vi.useRealTimers();
    await rung(5);
    expect(ran).toEqual(['late']);
  });
});

describe('work that throws', () => {
  it('stops no other, and its error is an uncaught exception of the one who has set it', async () => {
    const uncaught: unknown[] = [];
    const ran: string[] = [];
    for (const name of ['mine', 'yours'])
      contain(
        (error) => uncaught.push([name, messageOf(error)]),
        () =>
          monotonicScheduler.schedule(function (this: SchedulerAction<undefined>) {
            ran.push(name);
            this.schedule(undefined, 1);
            throw new Error(name);
          }, 2),
      );
    monotonicScheduler.schedule(() => ran.push('ours'), 2);
    block(5);
    await rung(20);
    expect([uncaught, ran]).toEqual([
      [
        ['mine', 'mine'],
        ['yours', 'yours'],
      ],
      ['mine', 'yours', 'ours'],
    ]);
  });
});

describe('the async context of work', () => {
  it('is that in which it was scheduled, or that of the session', async () => {
    const storage = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    const session = storage.run('session', () => bindToContext(monotonicScheduler));
    for (const name of ['a', 'b'])
      storage.run(name, () => {
        monotonicScheduler.schedule(() => seen.push(storage.getStore()), 1);
        session.schedule(() => seen.push(storage.getStore()), 1);
      });
    await rung(10);
    expect(seen).toEqual(['a', 'session', 'b', 'session']);
  });

  it('is not that which other work of the session has entered', async () => {
    const storage = new AsyncLocalStorage<string>();
    const session = bindToContext(monotonicScheduler);
    const seen: unknown[] = [];
    session.schedule(() => storage.enterWith('entered'), 1);
    session.schedule(() => seen.push(storage.getStore()), 2);
    await rung(10);
    expect(seen).toEqual([undefined]);
  });

  it('of another scheduler is left to it', () => {
    expect(bindToContext(asyncScheduler)).toBe(asyncScheduler);
  });
});

/** Resolves when work has run that is set now. */
function rung(ms: number): Promise<void> {
  return new Promise((done) => void monotonicScheduler.schedule(() => done(), ms));
}

/** Blocks the process. */
function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
