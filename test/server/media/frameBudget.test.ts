import {
  asyncScheduler,
  ignoreElements,
  lastValueFrom,
  map,
  merge,
  of,
  skip,
  take,
  timer,
  type SchedulerLike,
} from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { SocketEvent } from '../../../src/server/media/fromSocket.ts';
import type { Inbound } from '../../../src/server/media/inbound.ts';
import {
  createFrameBuckets,
  frameBudget,
  messageBudget,
  textAudioBudget,
} from '../../../src/server/media/frameBudget.ts';
import { ConnectionError } from '../../../src/server/protocols/connectionError.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { inputTime } from './support/inputTime.ts';
import { marbles } from './support/marbles.ts';

const audio = (ms: number): SocketEvent => ({ kind: 'binary', bytes: new Uint8Array(2 * ms) });
const budget = (scheduler: SchedulerLike, stalledMs?: () => number) =>
  frameBudget(1000, createFrameBuckets(inputTime(scheduler, stalledMs)));
/** `a` 100 ms of audio · `b` 4900 ms, the length of many frames · `m` a message · `l` a long one · `i` a ping · `o` a pong. */
const values: Record<string, SocketEvent> = {
  a: audio(100),
  b: audio(4900),
  m: { kind: 'text', text: '{"type":"from.the.future"}' },
  l: { kind: 'text', text: ' '.repeat(65_536) },
  i: { kind: 'ping' },
  o: { kind: 'pong' },
};
const tooFast = new ConnectionError('input_rate', 'Expected audio at no more than twice real-time speed, got more.');
const tooMany = new ConnectionError('input_rate', 'Expected at most 100 messages a second, got more.');

describe('frameBudget', () => {
  it('allows a burst of 5 s of audio', () => {
    marbles(({ hot, expectObservable }, scheduler) => {
      expectObservable(hot('(ba)a', values).pipe(budget(scheduler))).toBe('(ba)#', values, tooFast);
    });
  });

  it('refills at twice real time', () => {
    marbles(({ hot, expectObservable }, scheduler) => {
      expectObservable(hot('(ba) 45ms a', values).pipe(budget(scheduler))).toBe('(ba) 45ms #', values, tooFast);
      expectObservable(hot('(ba) 46ms a', values).pipe(budget(scheduler))).toBe('(ba) 46ms a', values);
    });
  });

  it('never allows a burst of more than 5 s', () => {
    marbles(({ hot, expectObservable }, scheduler) => {
      const source = hot('60m (baa)', values);
      expectObservable(source.pipe(budget(scheduler))).toBe('60m (ba#)', values, tooFast);
    });
  });

  it('takes what has waited while the process was blocked, and no more', () => {
    marbles(({ hot, expectObservable }, scheduler) => {
      const stalledMs = (): number => (scheduler.now() >= 5000 ? 5000 : 0);
      const blocked = 'm 4999ms (bbbba)';
      expectObservable(hot(blocked, values).pipe(budget(scheduler, stalledMs))).toBe(
        'm 4999ms (bbb#)',
        values,
        tooFast,
      );
      expectObservable(hot('m 4999ms (bba)', values).pipe(budget(scheduler))).toBe('m 4999ms (b#)', values, tooFast);
    });
  });

  it('allows exactly twice real time', () => {
    expect(refusedAtMs(50)).toBeUndefined();
  });

  it.each([
    ['a little more than twice', 49, 120_099],
    ['three times', 100 / 3, 4933],
    ['ten times', 10, 620],
  ])('ends %s the speed of time as soon as 5 s are too much', (_name, everyMs, atMs) => {
    expect(refusedAtMs(everyMs)).toBeCloseTo(atMs, 0);
  });

  it('allows a burst of 200 messages, and 100 a second', () => {
    expect(refusedAtMs(0, 'm', 200)).toBeUndefined();
    expect(refusedAtMs(0, 'm', 201)).toBe(0);
    expect(refusedAtMs(10, 'm')).toBeUndefined();
    expect(refusedAtMs(9, 'm')).toBeDefined();
  });

  it('allows a burst of 512 Ki characters, and 64 Ki a second', () => {
    expect(refusedAtMs(0, 'l', 8)).toBeUndefined();
    expect(refusedAtMs(0, 'l', 9)).toBe(0);
    expect(refusedAtMs(1000, 'l', 1000)).toBeUndefined();
    expect(refusedAtMs(985, 'l', 1000)).toBeDefined();
  });

  it.each(['i', 'o'])('allows a burst of 50 pings or pongs, and ten a second (%s)', (letter) => {
    expect(refusedAtMs(0, letter, 50)).toBeUndefined();
    expect(refusedAtMs(0, letter, 51)).toBe(0);
    expect(refusedAtMs(100, letter)).toBeUndefined();
    expect(refusedAtMs(98, letter)).toBeDefined();
  });

  it('measures the depth of a message before it is parsed: 32 levels', async () => {
    const nested = (levels: number): Promise<SocketEvent> =>
      lastValueFrom(of<SocketEvent>({ kind: 'text', text: '['.repeat(levels) }).pipe(budget(asyncScheduler)));
    await expect(nested(32)).resolves.toMatchObject({ kind: 'text' });
    await expect(nested(33)).rejects.toThrow('Expected messages at most 32 levels deep, got more.');
  });

  it('names the exceeded limit', () => {
    marbles(({ hot, expectObservable }, scheduler) => {
      const source = merge(...Array.from({ length: 201 }, () => hot('m', values))).pipe(budget(scheduler), skip(200));
      expectObservable(source).toBe('#', values, tooMany);
    });
  });

  it('counts all sockets of a client together', () => {
    marbles(({ hot, expectObservable }, scheduler) => {
      const rate = budget(scheduler);
      expectObservable(hot('(ba)', values).pipe(rate)).toBe('(ba)', values);
      expectObservable(hot('1ms a', values).pipe(rate)).toBe('1ms #', values, tooFast);
    });
  });

  it('leaves room for audio in text frames: 10 ms each, at twice real time', () => {
    const frame: SocketEvent = { kind: 'text', text: ' '.repeat(400) };
    marbles(({ hot, expectObservable }, scheduler) => {
      const buckets = createFrameBuckets(inputTime(scheduler), 8000);
      const frames = hot('5ms f '.repeat(400), { f: frame });
      expectObservable(frames.pipe(frameBudget(8000, buckets), ignoreElements())).toBe('');
    });
  });
});

describe('textAudioBudget', () => {
  it('limits the audio that was in text frames, as if it had come in binary ones', () => {
    const input: Inbound = { kind: 'audio', frame: { samples: new Int16Array(5000), sampleRate: 1000 } };
    const late: Inbound = { kind: 'audio', frame: { samples: new Int16Array(1), sampleRate: 1000 } };
    marbles(({ hot, expectObservable }, scheduler) => {
      const budgeted = textAudioBudget(createFrameBuckets(inputTime(scheduler), 1000));
      expectObservable(hot('(bl)', { b: input, l: late }).pipe(budgeted)).toBe('(b#)', { b: input }, tooFast);
    });
  });
});

/** When `letter`, coming every so often, is refused: undefined if all are let through. */
function refusedAtMs(everyMs: number, letter = 'a', count = 5000): number | undefined {
  const clock = new VirtualClock();
  let refusedAt: number | undefined;
  timer(0, everyMs, clock)
    .pipe(
      take(count),
      map(() => values[letter] as SocketEvent),
      budget(clock),
    )
    .subscribe({ error: () => (refusedAt = clock.now()) });
  clock.flush();
  return refusedAt;
}

describe('messageBudget', () => {
  const key: Inbound = { kind: 'message', message: { type: 'input.digit', digit: '#' } };
  const frame: Inbound = { kind: 'audio', frame: { samples: new Int16Array(1), sampleRate: 1000 } };
  const inputs = { k: key, f: frame };

  it('allows a burst of 200 messages, however they came, and then 100 a second', () => {
    marbles(({ hot, expectObservable }, scheduler) => {
      const budgeted = messageBudget(createFrameBuckets(inputTime(scheduler)));
      // As frames of time, the burst lasts for 202 ms.
      const [burst, later] = [`(${'k'.repeat(200)})`, 'k'.repeat(20)];
      const source = hot(`${burst}(${later}k)`, inputs).pipe(budgeted);
      expectObservable(source).toBe(`${burst}(${later}#)`, inputs, tooMany);
    });
  });

  it('ends at the 201st of a burst', () => {
    marbles(({ hot, expectObservable }, scheduler) => {
      const source = hot(`(${'k'.repeat(201)})`, inputs);
      expectObservable(source.pipe(messageBudget(createFrameBuckets(inputTime(scheduler))))).toBe(
        `(${'k'.repeat(200)}#)`,
        inputs,
        tooMany,
      );
    });
  });

  it('counts nothing else', () => {
    marbles(({ hot, expectObservable }, scheduler) => {
      const source = hot(`(${'f'.repeat(201)}k)`, inputs);
      expectObservable(source.pipe(messageBudget(createFrameBuckets(inputTime(scheduler))))).toBe(
        `(${'f'.repeat(201)}k)`,
        inputs,
      );
    });
  });
});
