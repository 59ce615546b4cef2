import { concat, from, map, NEVER, Observable, of, Subject, type SchedulerLike } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';
import { llmTurn } from '../../../operators/llmTurn.ts';
import type { ChatCompletionChunk } from '../../../src/core/chunk.ts';
import type { TurnEvent } from '../../../src/core/turn.ts';
import { chunk, finish, toolCallChunk, usage } from '../../../src/testing/doubles/chunks.ts';
import { turns } from '../../../src/testing/fixtures.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { answering, timed } from './score.ts';

describe('a stream that does not pause', () => {
  it('has one end, also if its last chunk is the last that a turn of the event loop has time for', () => {
    const call = toolCallChunk({ id: 'c1', name: 'look' });
    const chunks = [...Array.from({ length: 255 }, () => chunk('')), call];
    const test = answering(() => ({ respond: () => from(chunks), results: NEVER }));
    test.clock.flush();
    expect(test.log).toEqual(['0 started', '0 round 0: c1 look()']);
  });

  it('may use one object for all its chunks', () => {
    const same = chunk('');
    const digits = Array.from({ length: 300 }, (_, at) => String(at % 10));
    const chunks = from(digits).pipe(map((digit) => Object.assign(same, chunk(digit))));
    const test = answering(() => ({ respond: () => chunks }));
    test.clock.flush();
    expect(test.log.slice(1, -2)).toEqual(digits.map((digit) => `0 text ${digit}`));
  });

  it('that sends a chunk while the one before it is emitted keeps their order for everyone', () => {
    const stream = new Subject<ChatCompletionChunk>();
    const seen: string[] = [];
    const replying = new Subject<TurnEvent>();
    replying.subscribe((event) => event.kind === 'text' && event.delta === 'a' && stream.next(chunk('b')));
    replying.subscribe((event) => seen.push(event.kind === 'text' ? event.delta : event.kind));
    concat(of(turns.u), NEVER)
      .pipe(llmTurn({ respond: () => stream }))
      .subscribe(replying);
    stream.next(chunk('a'));
    stream.complete();
    expect(seen).toEqual(['started', 'a', 'b', 'round', 'ended']);
  });
});

describe('a handler that stalls', () => {
  it.each([
    [9999, ['0 started', '9999 text Hi.']],
    [10_000, ['0 started', '10000 text Hi.']],
    [10_001, ['0 started', '10000 failed']],
  ])('before its first chunk, for %i ms', (ms, log) => {
    const test = answering((clock) => ({ respond: () => concat(timed(clock, [ms, chunk('Hi.')]), NEVER) }));
    test.clock.flush(10_001);
    expect(test.log).toEqual(log);
    expect(test.reported.map(({ code, message }) => `${code}: ${message}`)).toEqual(
      ms > 10_000 ? ['handler_timeout: llm_response_handler emitted no first chunk for 10 s'] : [],
    );
  });

  it.each([
    [4999, '5999 text b'],
    [5000, '6000 text b'],
    [5001, '6000 failed'],
  ])('between two chunks, for %i ms', (ms, last) => {
    const test = answering((clock) => ({
      respond: () => concat(timed(clock, [1000, chunk('a')], [1000 + ms, chunk('b')]), NEVER),
    }));
    test.clock.flush(6001);
    expect(test.log.at(-1)).toBe(last);
    expect(test.reported.map(({ message }) => message)).toEqual(
      ms > 5000 ? ['llm_response_handler emitted no further chunk for 5 s'] : [],
    );
  });

  it('may take as long as it is given', () => {
    const limits = { firstChunkTimeoutMs: 20, chunkTimeoutMs: 10 };
    const logs = [21, 11].map((ms, at) => {
      const chunks = [[at === 0 ? ms : 0, chunk('a')] as const, [ms, chunk('b')] as const];
      const test = answering((clock) => ({ respond: () => timed(clock, ...chunks), ...limits }));
      test.clock.flush();
      return test.log.slice(1);
    });
    expect(logs).toEqual([['20 failed'], ['0 text a', '10 failed']]);
  });

  it('aborts the request', () => {
    const signals: AbortSignal[] = [];
    const test = answering(() => ({
      respond: (_, signal) => {
        signals.push(signal);
        return NEVER;
      },
    }));
    test.clock.flush();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it.each([
    ['its finish', [finish()]],
    ['its finish and the count of tokens', [finish(), usage(1, 2)]],
    ['its finish and a chunk without choices', [finish(), { ...usage(1, 2), usage: null }]],
    ['its finish and something more', [finish(), chunk('')]],
  ])('after %s has simply ended', (_, last) => {
    const test = answering(() => ({ respond: () => concat(of(chunk('Hi.'), ...last), NEVER) }));
    test.clock.flush();
    expect(test.log).toEqual(['0 started', '0 text Hi.', '5000 round 0: ', '5000 complete']);
    expect(test.reported).toEqual([]);
  });

  it('after the count of tokens alone has stalled', () => {
    const test = answering(() => ({ respond: () => concat(of(chunk('Hi.'), usage(1, 2)), NEVER) }));
    test.clock.flush();
    expect(test.log.at(-1)).toBe('5000 failed');
  });

  it('is left before the reply fails', () => {
    const log: string[] = [];
    const clock = new VirtualClock();
    const silent = new Observable<ChatCompletionChunk>(() => () => log.push('left'));
    of(turns.u)
      .pipe(llmTurn({ respond: () => silent, report: () => log.push('reported'), scheduler: clock }))
      .subscribe(({ kind }) => log.push(kind));
    clock.flush();
    expect(log).toEqual(['started', 'left', 'reported', 'ended']);
  });

  it('costs a stream that does not stall one timer, and none for a further chunk', () => {
    const clock = new VirtualClock();
    const schedule = vi.fn<typeof clock.schedule>(clock.schedule.bind(clock));
    const stream = new Subject<ChatCompletionChunk>();
    const counting = { now: () => clock.now(), schedule } as SchedulerLike;
    concat(of(turns.u), NEVER)
      .pipe(llmTurn({ respond: () => stream, scheduler: counting }))
      .subscribe();
    for (let at = 1; at < 100; at += 1) clock.schedule(() => stream.next(chunk('a')), at);
    clock.flush(99);
    expect(schedule).toHaveBeenCalledTimes(1);
  });

  it('is no stall in time: a natural end leaves no timer', () => {
    const test = answering(() => ({ respond: () => of(chunk('Hi.')) }));
    expect(test.clock.pending).toBe(0);
  });
});
