import { setTimeout as inRealTime } from 'node:timers/promises';
import { VirtualTimeScheduler, type SchedulerAction, type SchedulerLike } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { describe, expect, it, test } from 'vitest';
import { createAlarm } from '../../src/time/alarm.ts';
import { monotonicScheduler } from '../../src/time/monotonicScheduler.ts';
import { settle } from '../../src/time/runSteps.ts';
import { scheduleLast } from '../../src/time/scheduleLast.ts';
import { SteppedClock } from '../../src/time/steppedClock.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';

type Schedule = (scheduler: SchedulerLike, atMs: number, work: () => void) => () => void;

const WAYS: Readonly<Record<string, Schedule>> = {
  scheduleLast: (scheduler, atMs, work) => {
    const scheduled = scheduleLast(scheduler, atMs, work);
    return () => scheduled.unsubscribe();
  },
  'an alarm that is the last of its instant': (scheduler, atMs, work) => {
    const alarm = createAlarm(scheduler, work, { isLast: true });
    alarm.set(atMs);
    return () => alarm.set(undefined);
  },
};

const SCHEDULERS = {
  VirtualTimeScheduler: () => new VirtualTimeScheduler(),
  TestScheduler: () => new TestScheduler(() => {}),
  VirtualClock: () => new VirtualClock(),
};

describe.each(Object.entries(WAYS))('%s', (_, scheduleWork) => {
  it.each(Object.entries(SCHEDULERS))('runs behind all that is due in its instant: %s', (_name, create) => {
    const scheduler = create();
    const log: string[] = [];
    scheduleWork(scheduler, 5, () => log.push(`last at ${scheduler.now()}`));
    scheduler.schedule(() => log.push('input'), 5);
    scheduler.schedule(() => log.push('later'), 6);
    scheduler.flush();
    expect(log).toEqual(['input', 'last at 5', 'later']);
  });

  it.each(Object.entries(SCHEDULERS))('is cancelled by an input of its instant: %s', (_name, create) => {
    const scheduler = create();
    const log: string[] = [];
    const cancel = scheduleWork(scheduler, 5, () => log.push('last'));
    scheduler.schedule(cancel, 5);
    scheduler.flush();
    expect(log).toEqual([]);
  });

  it('runs at the end of the turn of the event loop in which a stepped clock runs what is due', async () => {
    const { clock, log } = setUpSteps();
    scheduleWork(clock, 5, () => log.push(`last at ${clock.now()}`));
    clock.moveTo(5);
    clock.runDue();
    log.push('input');
    await settle();
    expect(log).toEqual(['input', 'last at 5']);
    expect(clock.due).toBe(Number.POSITIVE_INFINITY);
  });

  it('is cancelled before the end of that turn', async () => {
    const { clock, log } = setUpSteps();
    const cancel = scheduleWork(clock, 5, () => log.push('last'));
    clock.moveTo(5);
    clock.runDue();
    cancel();
    await settle();
    expect(log).toEqual([]);
  });
});

test('an alarm that an input of its instant puts off rings later, once', async () => {
  const { clock, log } = setUpSteps();
  const alarm = createAlarm(clock, () => log.push(`last at ${clock.now()}`), { isLast: true });
  alarm.set(5);
  clock.moveTo(5);
  clock.runDue();
  alarm.set(8);
  await settle();
  expect(log).toEqual([]);
  clock.moveTo(8);
  clock.runDue();
  await settle();
  expect(log).toEqual(['last at 8']);
});

test('in real time it waits only for input that has arrived, not for a timer', async () => {
  const log: string[] = [];
  await new Promise<void>((done) => {
    monotonicScheduler.schedule<boolean>(function (this: SchedulerAction<boolean>, isLast = false): void {
      log.push(isLast ? 'last' : 'due');
      if (isLast) return done();
      this.schedule(true, 0);
      setImmediate(() => {
        log.push('arrived');
        setImmediate(() => log.push('next turn'));
      });
    }, 1);
  });
  expect(log).toEqual(['due', 'arrived', 'last']);
});

test('work in real time that schedules itself without end leaves the event loop its turns', async () => {
  const endless = monotonicScheduler.schedule(function (this: SchedulerAction<unknown>): void {
    this.schedule(undefined, 0);
  });
  await inRealTime(5);
  endless.unsubscribe();
});

function setUpSteps(): { clock: SteppedClock; log: string[] } {
  return { clock: new SteppedClock(), log: [] };
}
