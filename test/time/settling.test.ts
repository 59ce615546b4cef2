import { PassThrough, Readable } from 'node:stream';
import { switchMap, timer } from 'rxjs';
import { afterEach, expect, test, vi } from 'vitest';
import { fromHandler } from '../../src/stream/fromHandler.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';

afterEach(() => {
  vi.useRealTimers();
});

async function deep(promises: number): Promise<void> {
  if (promises > 0) await deep(promises - 1);
}

test.each([1, 5, 500])('a chain of %i promises has settled before the next instant', async (length) => {
  const clock = new VirtualClock();
  let settledAt = -1;
  timer(10, clock).subscribe(() => void deep(length).then(() => (settledAt = clock.now())));
  timer(11, clock).subscribe();
  await clock.run();
  expect(settledAt).toBe(10);
});

test('promises settle before the first instant and after the last', async () => {
  const clock = new VirtualClock();
  const log: string[] = [];
  void deep(5).then(() => log.push('before'));
  clock.schedule(() => {
    log.push('instant');
    void deep(5).then(() => log.push('after'));
  });
  await clock.run(0);
  expect(log).toEqual(['before', 'instant', 'after']);
});

test('what flows through streams of Node has arrived before the next instant', async () => {
  const clock = new VirtualClock();
  const log: string[] = [];
  const stream = async (): Promise<void> => {
    const words = Readable.from(['one', 'two']).pipe(new PassThrough({ objectMode: true }));
    for await (const word of words) log.push(`${clock.now()} ${word}`);
    log.push(`${clock.now()} |`);
  };
  timer(10, clock).subscribe(() => void stream());
  timer(11, clock).subscribe();
  await clock.run(20);
  expect(log).toEqual(['10 one', '10 two', '10 |']);
});

test('a run without end lets the rest of the process have its turns', async () => {
  const clock = new VirtualClock();
  let turns = 0;
  const turn = (): void => {
    turns++;
    if (turns < 10) setImmediate(turn);
    else clock.schedule(() => ticking.unsubscribe());
  };
  setImmediate(turn);
  const ticking = timer(0, 1, clock).subscribe();
  await clock.run();
  expect(turns).toBe(10);
});

test('what was left to the next tick of the process has settled too', async () => {
  const clock = new VirtualClock();
  const log: number[] = [];
  clock.schedule(() => process.nextTick(() => process.nextTick(() => log.push(clock.now()))), 10);
  await clock.run(20);
  expect(log).toEqual([10]);
});

async function* tokens(clock: VirtualClock, signal: AbortSignal): AsyncGenerator<string> {
  for (const token of ['one', 'two', 'three']) {
    await clock.sleep(100, signal);
    yield token;
  }
}

test('an async generator that sleeps on the clock yields at its exact instants', async () => {
  const clock = new VirtualClock();
  const log: string[] = [];
  fromHandler(({ signal }) => tokens(clock, signal)).subscribe((token) => log.push(`${clock.now()} ${token}`));
  await clock.run(1000);
  expect(log).toEqual(['100 one', '200 two', '300 three']);
});

test('switching away from an async generator wakes it at once and leaves nothing on the clock', async () => {
  const clock = new VirtualClock();
  const log: string[] = [];
  timer(0, 150, clock)
    .pipe(switchMap(() => fromHandler(({ signal }) => tokens(clock, signal))))
    .subscribe((token) => log.push(`${clock.now()} ${token}`));
  await clock.run(320);
  expect(log).toEqual(['100 one', '250 one']);
  expect(clock.pending).toBe(2);
});

test('sleep wakes in time', async () => {
  const clock = new VirtualClock();
  let woken = -1;
  void clock.sleep(70).then(() => (woken = clock.now()));
  await clock.run(69);
  expect(woken).toBe(-1);
  await clock.run(70);
  expect(woken).toBe(70);
});

test('aborting a sleep rejects it with the reason, and its work leaves', async () => {
  const clock = new VirtualClock();
  const controller = new AbortController();
  const sleeping = clock.sleep(70, controller.signal);
  controller.abort(new Error('enough'));
  await expect(sleeping).rejects.toThrow('enough');
  expect(clock.pending).toBe(0);
});

test('a signal that is aborted already refuses the sleep', async () => {
  const clock = new VirtualClock();
  await expect(clock.sleep(70, AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
  expect(clock.pending).toBe(0);
});

test('a sleep that ended lets go of its signal', async () => {
  const clock = new VirtualClock();
  const { signal } = new AbortController();
  const removed = vi.spyOn(signal, 'removeEventListener');
  void clock.sleep(70, signal);
  await clock.run();
  expect(removed).toHaveBeenCalledOnce();
});

test('fake timers of a test runner do not stop the clock', async () => {
  vi.useFakeTimers();
  const clock = new VirtualClock();
  let settledAt = -1;
  timer(10, clock).subscribe(() => void deep(5).then(() => (settledAt = clock.now())));
  await clock.run(20);
  expect(settledAt).toBe(10);
});
