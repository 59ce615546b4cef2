import { concat, from, NEVER, range, Subject, throwError, type Observable } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { inSlices } from '../../src/stream/inSlices.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';

const BUDGET = 256;

interface Sliced {
  readonly clock: VirtualClock;
  /** How many values had come after each turn of the scheduler. */
  turn(): number;
  readonly log: string[];
  close(): void;
}

function sliced(source: Observable<number>, options: Parameters<typeof inSlices<number>>[0] = {}): Sliced {
  const clock = new VirtualClock();
  const log: string[] = [];
  let values = 0;
  const running = source.pipe(inSlices({ scheduler: clock, ...options })).subscribe({
    next: () => (values += 1),
    error: (error: Error) => log.push(`# ${error.message}`),
    complete: () => log.push('|'),
  });
  const turn = (): number => {
    clock.flush(clock.now());
    return values;
  };
  const first = values;
  log.push(`${first} at once`);
  return { clock, log, turn, close: () => running.unsubscribe() };
}

describe('values that come at once', () => {
  it.each([
    [0, '0 at once', 0],
    [BUDGET / 2 - 1, '127 at once', 0],
    [BUDGET - 1, '255 at once', 1],
    [BUDGET, '256 at once', 1],
  ])('%i of them pass in the same instant', (count, log, timers) => {
    const test = sliced(concat(range(0, count), NEVER));
    expect([test.log, test.clock.pending]).toEqual([[log], timers]);
    test.turn();
    expect(test.clock.pending).toBe(0);
  });

  it('one more waits for the scheduler; so do the end and an error', () => {
    const ends = [
      range(0, BUDGET + 1),
      concat(
        range(0, BUDGET + 1),
        throwError(() => new Error('gone')),
      ),
    ];
    for (const [at, source] of ends.entries()) {
      const test = sliced(source);
      expect(test.log).toEqual(['256 at once']);
      expect(test.turn()).toBe(BUDGET + 1);
      expect(test.log[1]).toBe(['|', '# gone'][at]);
    }
  });

  it('pass in order, so many in each turn', () => {
    const clock = new VirtualClock();
    const seen: number[] = [];
    const counts: number[] = [];
    const count = (): void => {
      counts.push(seen.length);
      if (seen.length < 1000) clock.schedule(count);
    };
    range(0, 1000)
      .pipe(inSlices({ scheduler: clock }))
      .subscribe((value) => seen.push(value));
    count();
    clock.flush();
    expect(seen).toEqual(Array.from({ length: 1000 }, (_, value) => value));
    expect(new Set(counts)).toEqual(new Set([256, 512, 768, 1000]));
    expect(clock.now()).toBe(0);
  });

  it('may cost more than one', () => {
    const test = sliced(range(0, 5), { cost: () => BUDGET / 2 });
    expect(test.log).toEqual(['2 at once']);
  });

  it('beyond the bound fail the stream, and end an Observable that would never pause', () => {
    const endless = from(
      (function* numbers(): Generator<number> {
        for (let next = 0; ; next++) yield next;
      })(),
    );
    const test = sliced(endless, { bound: { size: 1000, exceeded: () => new Error('too many') } });
    expect(test.log).toEqual(['# too many', '256 at once']);
    expect(test.clock.pending).toBe(0);
  });
});

describe('values that come at a normal pace', () => {
  it('never wait, however many they are', () => {
    const clock = new VirtualClock();
    const source = new Subject<number>();
    let late = 0;
    let latest = -1;
    source.pipe(inSlices({ scheduler: clock })).subscribe((value) => (latest = value));
    for (let value = 0; value < 10_000; value++)
      clock.schedule(() => {
        source.next(value);
        if (latest !== value) late += 1;
      }, value);
    clock.flush();
    expect([latest, late]).toEqual([9999, 0]);
  });
});

it('unsubscribing drops what waits, and leaves no timer', () => {
  const test = sliced(range(0, 1000));
  test.close();
  expect(test.clock.pending).toBe(0);
  expect(test.turn()).toBe(BUDGET);
});
