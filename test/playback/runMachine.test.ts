import { Subject } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { describe, expect, it } from 'vitest';
import { runMachine, type Change, type Machine } from '../../src/playback/runMachine.ts';

/** Says each of its times when it has come; over when the next one is never. */
const speakingClock: Machine<readonly number[], number> = {
  initial: [],
  next: ([due, ...later], nowMs) => (due !== undefined && due <= nowMs ? { state: later, output: due } : undefined),
  wakesAt: ([due]) => (due === Infinity ? undefined : due),
  create: (state) => state,
  isOver: ([due]) => due === Infinity,
};

const add = (...times: readonly number[]): Change<readonly number[]> => {
  return (state) => [...state, ...times];
};

describe('runMachine', () => {
  it('emits at once what is due, the rest when its time comes, and completes when the machine is over', () => {
    const clock = new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
    clock.run(({ hot, expectObservable }) => {
      const changes = hot('-a----b', { a: add(1, 4), b: add(9, Infinity) });
      expectObservable(runMachine(speakingClock, changes, clock)).toBe('-a--b----(c|)', { a: 1, b: 4, c: 9 });
    });
  });

  it('is late by less than 1 ms, never early, where a time is no whole number of ms', () => {
    const clock = new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
    clock.run(({ hot, expectObservable }) => {
      const changes = hot('a', { a: add(1.25, 2.75) });
      expectObservable(runMachine(speakingClock, changes, clock)).toBe('--ab', { a: 1.25, b: 2.75 });
    });
  });

  it('counts a change that its own output causes before what follows', () => {
    const changes = new Subject<Change<readonly number[]>>();
    const emitted: number[] = [];
    runMachine(speakingClock, changes, new TestScheduler(() => {})).subscribe((time) => {
      emitted.push(time);
      if (time === -3) changes.next(() => [-9, Infinity]);
    });
    changes.next(add(-3, -2, -1));
    expect(emitted).toEqual([-3, -9]);
  });

  it('passes on what a change throws, to each subscriber its own', () => {
    const changes = new Subject<Change<readonly number[]>>();
    const emitted: unknown[] = [];
    const running = runMachine(speakingClock, changes, new TestScheduler(() => {}));
    running.subscribe({ error: (error) => emitted.push(error) });
    running.subscribe({ error: (error) => emitted.push(error) });
    const fault = new Error('broken');
    changes.next(() => {
      throw fault;
    });
    expect(emitted).toEqual([fault, fault]);
  });
});
