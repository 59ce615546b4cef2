import { once } from 'node:events';
import { createServer, connect, type AddressInfo } from 'node:net';
import { asyncScheduler, Subscription, type SchedulerAction, type SchedulerLike } from 'rxjs';
import { afterEach, expect, it } from 'vitest';
import { monotonicScheduler } from '../../src/time/monotonicScheduler.ts';

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
  // From a timer: the loop has read all sockets, and reads them again only after the timers.
  await new Promise<void>((done) => {
    asyncScheduler.schedule(() => {
      client.write('in time');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
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
