import { Subscription, timer, type SchedulerAction } from 'rxjs';
import { expect, test, vi } from 'vitest';
import { VirtualClock } from '../../src/time/virtualClock.ts';
import { createAnsweringSession } from '../support/playSession.ts';
import { at, type TimedEvent } from '../support/timedEvent.ts';

/** Logs events with their times. */
function createLog(clock: VirtualClock): { readonly log: TimedEvent<string>[]; note(event: string): () => void } {
  const log: TimedEvent<string>[] = [];
  return { log, note: (event) => () => void log.push(at(clock.now(), event)) };
}

test('work runs in order of time, at equal times in order of scheduling', () => {
  const clock = new VirtualClock();
  const { log, note } = createLog(clock);
  clock.schedule(note('late'), 20);
  clock.schedule(note('first at 10'), 10);
  clock.schedule(note('second at 10'), 10);
  clock.schedule(note('now'));
  clock.flush();
  expect(log).toEqual([at(0, 'now'), at(10, 'first at 10'), at(10, 'second at 10'), at(20, 'late')]);
});

test('work that an instant brings for the same instant comes after what was due there before', () => {
  const clock = new VirtualClock();
  const { log, note } = createLog(clock);
  clock.schedule(() => clock.schedule(note('brought'), 0), 10);
  clock.schedule(note('due before'), 10);
  clock.flush();
  expect(log).toEqual([at(10, 'due before'), at(10, 'brought')]);
});

test('a delay below zero counts as zero, and what is due in infinity never comes', () => {
  const clock = new VirtualClock();
  const { log, note } = createLog(clock);
  clock.schedule(note('never'), Number.POSITIVE_INFINITY);
  clock.schedule(note('past'), -5);
  clock.flush();
  expect(log).toEqual([at(0, 'past')]);
  expect(clock.now()).toBe(0);
});

test('cancelled work leaves at once', () => {
  const clock = new VirtualClock();
  const { log, note } = createLog(clock);
  const cancelled = clock.schedule(note('cancelled'), 10);
  clock.schedule(note('kept'), 10);
  cancelled.unsubscribe();
  expect(clock.pending).toBe(1);
  clock.flush();
  expect(log).toEqual([at(10, 'kept')]);
});

test('work that an earlier one of the same instant cancels does not run', () => {
  const clock = new VirtualClock();
  const { log, note } = createLog(clock);
  clock.schedule(() => second.unsubscribe(), 10);
  const second = clock.schedule(note('second'), 10);
  clock.flush();
  expect(log).toEqual([]);
});

test('work may run itself again, with a new state and delay, and cancel itself', () => {
  const clock = new VirtualClock();
  const log: TimedEvent<string>[] = [];
  const count = function (this: SchedulerAction<number>, n?: number): void {
    log.push(at(clock.now(), String(n)));
    if (n === 3) this.unsubscribe();
    this.schedule((n ?? 0) + 1, 10);
  };
  clock.schedule(count, 5, 1);
  clock.flush();
  expect(log).toEqual([at(5, '1'), at(15, '2'), at(25, '3')]);
  expect(clock.pending).toBe(0);
});

test('asking twice to run again moves the work: it runs once', () => {
  const clock = new VirtualClock();
  const { log, note } = createLog(clock);
  clock.schedule(
    function (this: SchedulerAction<boolean>, again?: boolean) {
      note('ran')();
      if (again !== true) return;
      this.schedule(false, 10);
      this.schedule(false, 20);
    },
    0,
    true,
  );
  clock.flush();
  expect(log).toEqual([at(0, 'ran'), at(20, 'ran')]);
});

test('work that has run is let go by whoever waits for it', () => {
  const clock = new VirtualClock();
  const parent = new Subscription();
  const work = clock.schedule(() => {}, 10);
  const cleanup = vi.fn<() => void>();
  work.add(cleanup);
  parent.add(work);
  clock.flush();
  expect(work.closed).toBe(true);
  expect(cleanup).toHaveBeenCalledOnce();
});

test('run goes up to its end and no further, and it is that time then', async () => {
  const clock = new VirtualClock();
  const { log, note } = createLog(clock);
  for (const ms of [99, 100, 101]) clock.schedule(note('due'), ms);
  await clock.run(100);
  expect(log).toEqual([at(99, 'due'), at(100, 'due')]);
  expect(clock.now()).toBe(100);
  expect(clock.pending).toBe(1);
  await clock.advance(1);
  expect(log).toContainEqual(at(101, 'due'));
  await clock.advance(500);
  expect(clock.now()).toBe(601);
});

test('time never runs backwards', async () => {
  const clock = new VirtualClock();
  await clock.run(100);
  await clock.run(50);
  expect(clock.now()).toBe(100);
});

test('without an end it runs until no work is left, and stays at the last instant', async () => {
  const clock = new VirtualClock();
  timer(30, clock).subscribe();
  await clock.run();
  expect(clock.now()).toBe(30);
});

test('what scheduled work throws rejects the run and stops time there; what waits goes on waiting', async () => {
  const clock = new VirtualClock();
  const { log, note } = createLog(clock);
  clock.schedule(() => {
    throw new Error('no');
  }, 10);
  clock.schedule(note('after'), 10);
  await expect(clock.run(100)).rejects.toThrow('no');
  expect(clock.now()).toBe(10);
  expect(log).toEqual([]);
  await clock.run(100);
  expect(log).toEqual([at(10, 'after')]);
});

test('flush throws what scheduled work throws', () => {
  const clock = new VirtualClock();
  clock.schedule(() => {
    throw new Error('no');
  });
  expect(() => clock.flush()).toThrow('no');
});

test('a second run before the first has ended is refused, from outside and from inside', async () => {
  const clock = new VirtualClock();
  const first = clock.run(100);
  await expect(clock.run(200)).rejects.toThrow('already running');
  await first;
  clock.schedule(() => clock.flush());
  await expect(clock.run(200)).rejects.toThrow('already running');
});

test('a loop without time is an error that names the instant, not a hang', async () => {
  const clock = new VirtualClock();
  const again = (): void => void clock.schedule(again, 0);
  clock.schedule(again, 10);
  await expect(clock.run(100)).rejects.toThrow('time stands still at 10 ms');
});

test('a loop in which time advances by less than a microsecond each time is an error, not a hang', async () => {
  const clock = new VirtualClock();
  const again = (): void => void clock.schedule(again, 1e-12);
  clock.schedule(again, 10);
  await expect(clock.run(100)).rejects.toThrow('time creeps from 10 ms to 10.0');
});

test('a loop that advances by a microsecond each time is none', () => {
  const clock = new VirtualClock();
  let rounds = 0;
  const again = (): void => void (rounds++ < 200_000 && clock.schedule(again, 0.001));
  clock.schedule(again, 10);
  clock.flush();
  expect(clock.now()).toBeCloseTo(210, 1);
});

test('as much work as an instant bears, twice, is none', () => {
  const clock = new VirtualClock();
  let done = 0;
  for (let n = 0; n < 200_000; n++) clock.schedule(() => done++, n % 2);
  clock.flush();
  expect(done).toBe(200_000);
});

test('a whole session that speaks and is answered reads no clock of the wall and sets no timer of the platform', async () => {
  const { clock, events } = createAnsweringSession();
  const clocks = [
    vi.spyOn(Date, 'now'),
    vi.spyOn(performance, 'now'),
    vi.spyOn(globalThis, 'setTimeout'),
    vi.spyOn(globalThis, 'setInterval'),
  ];
  await clock.run(10_000);
  const reads = clocks.map(({ mock }) => mock.calls.length);
  expect(events).toContainEqual(at(1586, 'agent_started_speaking'));
  expect(reads).toEqual([0, 0, 0, 0]);
});
