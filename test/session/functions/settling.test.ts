import { NEVER, Observable, Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { AgentFunction } from '../../../src/session/sessionControl.ts';
import { settle } from '../../../src/time/runSteps.ts';
import { desk, doing, reports } from './score.ts';

/** A function that the test controls: it returns on request, and shows its signals. */
function patient(options: { readonly uninterruptible?: boolean } = {}): {
  readonly made: AgentFunction<object>;
  readonly signals: AbortSignal[];
  resolve(value: unknown): void;
} {
  const signals: AbortSignal[] = [];
  let resolve: (value: unknown) => void = () => {};
  const made = doing((_, { signal }) => {
    signals.push(signal);
    return new Promise((settle) => {
      resolve = settle;
    });
  }, options);
  return { made, signals, resolve: (value) => resolve(value) };
}

const NEVER_BEGAN = 'interrupted: not carried out';

const CUT = { turn: 0, reason: 'interrupted' } as const;

describe('a reply that is cut', () => {
  it('settles its calls at once, fires their signals, and drops what they return later', async () => {
    const slow = patient();
    const test = desk({ a: slow.made, b: doing(() => 'fine') });
    test.ask('a', 'b');
    test.ended.next(CUT);
    expect(test.log).toEqual(['0 called a b', '0 a: interrupted: may have been carried out, b: fine']);
    expect(slow.signals.map(({ aborted }) => aborted)).toEqual([true]);
    slow.resolve('late');
    await settle();
    expect([test.log.length, reports(test), test.clock.pending]).toEqual([2, [], 0]);
  });

  it('is not another reply', () => {
    const slow = patient();
    const test = desk({ a: slow.made });
    test.ask('a');
    test.ended.next({ turn: 1, reason: 'interrupted' });
    expect([test.log, slow.signals[0]?.aborted]).toEqual([['0 called a'], false]);
  });

  it('takes no answer that comes of the signal itself', () => {
    const stubborn = doing(
      (_, { signal }) =>
        new Observable((value) => {
          signal.addEventListener('abort', () => {
            value.next('I was cut');
            value.complete();
          });
        }),
    );
    const test = desk({ a: stubborn });
    test.ask('a');
    test.ended.next(CUT);
    expect(test.log[1]).toBe('0 a: interrupted: may have been carried out');
  });

  it('while its calls are being announced: none of them begins, and all are settled', () => {
    const [slow, firm] = [patient(), patient({ uninterruptible: true })];
    const test = desk({ a: slow.made, b: firm.made }, {}, ({ kind }) => {
      if (kind === 'calls') test.ended.next(CUT);
    });
    test.ask('a', 'b');
    expect(test.log).toEqual(['0 called a b', `0 a: ${NEVER_BEGAN}, b: ${NEVER_BEGAN}`]);
    expect([slow.signals, firm.signals]).toEqual([[], []]);
  });
});

describe('a function that must not be interrupted', () => {
  it('runs to its end; its result is waited for', async () => {
    const [slow, other] = [patient({ uninterruptible: true }), patient()];
    const test = desk({ a: slow.made, b: other.made });
    test.ask('a', 'b');
    test.ended.next(CUT);
    expect([test.log, slow.signals[0]?.aborted, other.signals[0]?.aborted]).toEqual([['0 called a b'], false, true]);
    slow.resolve('booked');
    await settle();
    expect(test.log[1]).toBe('0 a: booked, b: interrupted: may have been carried out');
  });

  it('still running when it is no longer waited for, goes on; what it returns is reported and dropped', async () => {
    const slow = patient({ uninterruptible: true });
    const test = desk({ a: slow.made });
    test.ask('a');
    test.ended.next(CUT);
    test.settle.next('still running');
    expect([test.log[1], slow.signals[0]?.aborted]).toEqual(['0 a: still running', false]);
    slow.resolve('booked');
    await settle();
    expect(test.log).toHaveLength(2);
    expect(test.reported).toMatchObject([{ code: 'function_late', details: { failure: false } }]);
    expect([test.clock.pending, slow.signals[0]?.aborted]).toEqual([0, false]);
  });

  it('still running, is cancelled by its timeout and by the end of the session', () => {
    const [timedOut, ended] = [patient({ uninterruptible: true }), patient({ uninterruptible: true })];
    const tests = [desk({ a: timedOut.made }), desk({ a: ended.made })];
    for (const test of tests) {
      test.ask('a');
      test.settle.next('still running');
    }
    tests[0]?.clock.flush();
    tests[1]?.settle.next('session ended');
    expect([timedOut.signals[0]?.aborted, ended.signals[0]?.aborted]).toEqual([true, true]);
    expect(tests.map(({ log, clock }) => [log.length, clock.pending])).toEqual([
      [2, 0],
      [2, 0],
    ]);
  });

  it('still running, does not keep the results of others', () => {
    const slow = patient({ uninterruptible: true });
    const test = desk({ a: slow.made, b: doing(() => 'fine') });
    test.ask('a', 'b');
    test.settle.next('still running');
    expect(test.log[1]).toBe('0 a: still running, b: fine');
  });
});

describe('the end of the session', () => {
  it('while calls are being announced: none of them begins, and their results give the reason', () => {
    const slow = patient();
    const test = desk({ a: slow.made }, {}, ({ kind }) => {
      if (kind === 'calls') test.settle.next('session ended');
    });
    test.ask('a');
    expect([test.log[1], slow.signals]).toEqual(['0 a: not executed: session ended', []]);
  });

  it('settles all calls that run, and fires their signals', () => {
    const [slow, firm] = [patient(), patient({ uninterruptible: true })];
    const test = desk({ a: slow.made, b: firm.made });
    test.ask('a', 'b');
    test.settle.next('session ended');
    expect(test.log[1]).toBe('0 a: session ended, b: session ended');
    expect([slow.signals[0]?.aborted, firm.signals[0]?.aborted]).toEqual([true, true]);
  });

  it('by unsubscribing fires the signals, closes what they opened, and leaves no timer', () => {
    let closed = 0;
    const slow = patient();
    const stream = new Observable<string>(() => () => (closed += 1));
    const test = desk({ a: slow.made, b: doing(() => stream) });
    test.ask('a', 'b');
    expect(test.clock.pending).toBe(2);
    test.close();
    expect([slow.signals[0]?.aborted, closed, test.clock.pending]).toEqual([true, 1, 0]);
    const open = [test.reply, test.open, test.ended, test.settle].map(({ observed }) => observed);
    expect(open).toEqual([false, false, false, false]);
  });
});

it('the signal of a function that has returned never fires', () => {
  const signals: AbortSignal[] = [];
  const value = new Subject<string>();
  const first = doing((_, { signal }) => {
    signals.push(signal);
    return 'fine';
  });
  const test = desk({ a: first, b: doing(() => value), c: doing(() => NEVER) });
  test.ask('a', 'b', 'c');
  value.complete();
  test.ended.next(CUT);
  test.close();
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
});
