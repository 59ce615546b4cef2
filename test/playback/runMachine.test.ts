import { of, Subject, throwError, VirtualTimeScheduler, type Observable } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { describe, expect, it } from 'vitest';
import { runMachine, type Machine } from '../../src/playback/runMachine.ts';

/** Says each of its times when it has come; over when the next one is never. */
class SpeakingClock implements Machine<number> {
  times: readonly number[] = [];

  next(nowMs: number): number | undefined {
    const [due, ...later] = this.times;
    if (due === undefined || due > nowMs) return undefined;
    this.times = later;
    return due;
  }

  wakesAt(): number | undefined {
    return this.times[0] === Infinity ? undefined : this.times[0];
  }

  isOver(): boolean {
    return this.times[0] === Infinity;
  }
}

type Change = (clock: SpeakingClock) => void;

const add = (...times: readonly number[]): Change => {
  return (clock) => {
    clock.times = [...clock.times, ...times];
  };
};

function run(changes: Observable<Change>, scheduler: TestScheduler): Observable<number> {
  return runMachine(
    () => new SpeakingClock(),
    (clock, connect) => connect(changes, (change) => change(clock)),
    scheduler,
  );
}

describe('runMachine', () => {
  it('emits at once what is due, the rest when its time comes, and completes when the machine is over', () => {
    const clock = new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
    clock.run(({ hot, expectObservable }) => {
      const changes = hot('-a----b', { a: add(1, 4), b: add(9, Infinity) });
      expectObservable(run(changes, clock)).toBe('-a--b----(c|)', { a: 1, b: 4, c: 9 });
    });
  });

  it('is late by less than 1 ms, never early, where a time is no whole number of ms', () => {
    const clock = new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
    clock.run(({ hot, expectObservable }) => {
      const changes = hot('a', { a: add(1.25, 2.75) });
      expectObservable(run(changes, clock)).toBe('--ab', { a: 1.25, b: 2.75 });
    });
  });

  it('counts a change that its own output causes before what follows', () => {
    const changes = new Subject<Change>();
    const emitted: number[] = [];
    run(changes, new TestScheduler(() => {})).subscribe((time) => {
      emitted.push(time);
      if (time === -3) changes.next((clock) => (clock.times = [-9, Infinity]));
    });
    changes.next(add(-3, -2, -1));
    expect(emitted).toEqual([-3, -9]);
  });

  it('emits nothing for a quiet change by itself: it comes with the next other one', () => {
    const changes = new Subject<Change>();
    const ticks = new Subject<void>();
    const emitted: number[] = [];
    runMachine<number, SpeakingClock>(
      () => new SpeakingClock(),
      (clock, connect, connectQuietly) => {
        connectQuietly(changes, (change) => change(clock));
        connect(ticks, () => {});
      },
      new TestScheduler(() => {}),
    ).subscribe((time) => emitted.push(time));
    changes.next(add(-2, -1));
    expect(emitted).toEqual([]);
    ticks.next();
    expect(emitted).toEqual([-2, -1]);
  });

  it('passes on what a change throws, to each subscriber its own', () => {
    const changes = new Subject<Change>();
    const emitted: unknown[] = [];
    const running = run(changes, new TestScheduler(() => {}));
    running.subscribe({ error: (error) => emitted.push(error) });
    running.subscribe({ error: (error) => emitted.push(error) });
    const fault = new Error('broken');
    changes.next(() => {
      throw fault;
    });
    expect(emitted).toEqual([fault, fault]);
  });

  it('changes with the end of a source, and passes on its error', () => {
    const emitted: unknown[] = [];
    const end = (source: Observable<never>): void => {
      const running = runMachine(
        () => new SpeakingClock(),
        (clock, connect) =>
          connect(
            source,
            () => {},
            (nowMs) => add(nowMs, Infinity)(clock),
          ),
        new TestScheduler(() => {}),
      );
      running.subscribe({
        next: (time) => emitted.push(time),
        error: (error) => emitted.push(error),
        complete: () => emitted.push('complete'),
      });
    };
    end(of());
    end(throwError(() => 'broken'));
    expect(emitted).toEqual([0, 'complete', 'broken']);
  });

  it('sets no timer if its subscriber leaves during a change', () => {
    const changes = new Subject<Change>();
    const clock = new VirtualTimeScheduler();
    const running = runMachine(
      () => new SpeakingClock(),
      (machine, connect) => connect(changes, (change) => change(machine)),
      clock,
    ).subscribe();
    changes.next((machine) => {
      machine.times = [5, Infinity];
      running.unsubscribe();
    });
    expect(clock.actions).toEqual([]);
  });

  it('leaves its sources when it is unsubscribed, also while it connects them', () => {
    const changes = new Subject<Change>();
    const running = run(changes, new TestScheduler(() => {})).subscribe();
    expect(changes.observed).toBe(true);
    running.unsubscribe();
    expect(changes.observed).toBe(false);
    const isOverAtOnce = runMachine(
      () => new SpeakingClock(),
      (clock, connect) => {
        connect(of(add(Infinity)), (change) => change(clock));
        connect(changes, (change) => change(clock));
      },
      new TestScheduler(() => {}),
    );
    isOverAtOnce.subscribe();
    expect(changes.observed).toBe(false);
  });
});
