import { delay, map, NEVER, of, range, Subject, throwError, timer } from 'rxjs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { defineFunction } from '../../src/session/agent.ts';
import { call, desk, doing, reports, round } from './functions/score.ts';

describe('the calls of a round', () => {
  it('are announced, executed, and answered together', () => {
    const test = desk({ time: doing(() => 'seven') });
    test.ask('time');
    expect(test.events).toEqual([
      { kind: 'calls', calls: { turn: 0, round: 0, calls: [call('time')], wordsWait: true } },
      {
        kind: 'results',
        results: {
          turn: 0,
          round: 0,
          results: [
            { tool_call_id: 'time', role: 'tool', content: 'seven', function: { name: 'time', arguments: '{}' } },
          ],
        },
      },
    ]);
  });

  it('run in parallel; their results come together, in the order of the calls', () => {
    const began: number[] = [];
    const test = desk({});
    const taking = (ms: number) =>
      doing(() => {
        began.push(test.clock.now());
        return timer(ms, test.clock).pipe(map(() => `${ms}`));
      });
    const busy = desk({ a: taking(300), b: taking(100), c: taking(200) }, { scheduler: test.clock });
    busy.ask('a', 'b', 'c');
    test.clock.flush(299);
    expect([began, busy.log]).toEqual([[0, 0, 0], ['0 called a b c']]);
    test.clock.flush(300);
    expect(busy.log[1]).toContain('a: 300, b: 100, c: 200');
  });

  it('of two rounds are answered for themselves', () => {
    const test = desk({ a: doing((_, { tool_call_id }) => tool_call_id) }, { maxRounds: 2 });
    test.reply.next(round([call('a', '{}', 'x')]));
    test.reply.next(round([call('a', '{}', 'y')], 1));
    expect(test.log).toEqual(['0 called x', '0 x: x', '0 called y', '0 y: y']);
  });

  it('there are none: nothing happens', () => {
    const test = desk({});
    test.reply.next({ kind: 'started', turn: 0 });
    test.reply.next(round([]));
    test.reply.next({ kind: 'ended', turn: 0, reason: 'complete' });
    expect(test.log).toEqual([]);
  });

  it('one too many are announced and answered, not executed', () => {
    const executed: string[] = [];
    const test = desk({ a: doing(() => executed.push('a')) }, { maxRounds: 1 });
    test.reply.next(round([call('a', '{}', 'x')], 1));
    const refusal = 'not executed: no further round of functions is permitted in this turn';
    expect([test.log, executed]).toEqual([['0 called x', `0 x: ${refusal}`], []]);
    expect(test.reported).toMatchObject([{ code: 'function_rounds_exceeded', details: { failure: false } }]);
  });

  it('that may not be executed are announced and answered with the reason', () => {
    const executed: string[] = [];
    const test = desk({ a: doing(() => executed.push('a')) });
    test.reply.next({ kind: 'round', turn: 0, round: 0, calls: [call('a')], notExecuted: 'the model was stopped' });
    expect([test.log, executed, test.reported]).toEqual([
      ['0 called a', '0 a: not executed: the model was stopped'],
      [],
      [],
    ]);
  });

  it('get their context, and the arguments as the schema gives them', () => {
    const seen: unknown[] = [];
    const book = defineFunction({
      description: 'books',
      parameters: z.object({ at: z.coerce.number(), guests: z.number().default(2) }),
      execute: (args, { tool_call_id, signal }) => seen.push([args, tool_call_id, signal.aborted]),
    });
    desk({ book }).reply.next(round([call('book', '{"at":"7"}', 'c1')]));
    expect(seen).toEqual([[{ at: 7, guests: 2 }, 'c1', false]]);
  });
});

describe('a result', () => {
  it.each<[string, unknown, string]>([
    ['a string as it is', 'at "seven"', 'at "seven"'],
    ['an empty string', '', ''],
    ['nothing', undefined, ''],
    ['null', null, 'null'],
    ['a number', 7, '7'],
    ['false', false, 'false'],
    ['an object', { at: 7, by: undefined }, '{"at":7}'],
    ['an array', [1, 'two'], '[1,"two"]'],
    ['a date', new Date(0), '"1970-01-01T00:00:00.000Z"'],
    ['bytes', Buffer.from('a'), '{"type":"Buffer","data":[97]}'],
    ['the longest text that is taken', 'x'.repeat(1_000_000), 'x'.repeat(1_000_000)],
  ])('is %s', (_, value, content) => {
    const test = desk({ a: doing(() => value) });
    test.ask('a');
    expect(test.log[1]).toBe(`0 a: ${content}`);
  });

  it.each<[string, () => unknown]>([
    ['a promise', () => Promise.resolve('seven')],
    ['an Observable, of which the last value counts', () => of('six', 'seven')],
    ['a promise of undefined', () => Promise.resolve()],
    ['an Observable without a value', () => of()],
  ])('may come by %s', async (name, execute) => {
    const test = desk({ a: doing(execute) });
    test.ask('a');
    await test.clock.run(1);
    expect(test.log[1]).toBe(`0 a: ${name.includes('undefined') || name.includes('without') ? '' : 'seven'}`);
  });
});

describe('what goes wrong is the result, for the model to see, and is reported', () => {
  const strict = defineFunction({
    description: 'books',
    parameters: z.object({ at: z.number(), name: z.object({ last: z.string() }) }),
    execute: () => 'booked',
  });
  const MOST = 1_000_000;
  const TOO_LONG = '"a" failed: expected a result of at most 1000000 characters, got more';
  const cycle: { self?: unknown } = {};
  cycle.self = cycle;

  it.each<[string, () => unknown, string]>([
    ['throws', () => raise(new Error('full')), '"a" failed: full'],
    ['throws what is no error', () => raise('full'), '"a" failed: full'],
    ['rejects', () => Promise.reject(new Error('full')), '"a" failed: full'],
    ['fails later', () => throwError(() => new Error('full')), '"a" failed: full'],
    ['returns a function', () => () => 1, '"a" failed: expected a value that JSON can hold, got a function'],
    ['returns a symbol', () => Symbol('a'), '"a" failed: expected a value that JSON can hold, got a symbol'],
    ['returns a BigInt', () => ({ at: 7n }), '"a" failed: Do not know how to serialize a BigInt'],
    [
      'throws what cannot be printed',
      () => raise(Object.create(null)),
      '"a" failed: a thrown object that cannot be printed',
    ],
    [
      'returns what throws when it is looked at',
      () => new Proxy({}, { get: () => raise(new Error('lazy')) }),
      '"a" failed: lazy',
    ],
    ['returns a text that is too long', () => 'x'.repeat(MOST + 1), TOO_LONG],
    ['returns an object that is too large', () => ({ all: Array.from({ length: MOST }, () => 1) }), TOO_LONG],
    ['returns a text that is too long, deep inside', () => ({ a: [{ b: 'x'.repeat(MOST) }] }), TOO_LONG],
    ['returns a Buffer of 100 MB', () => Buffer.alloc(100_000_000), TOO_LONG],
    ['returns a Buffer of 100 MB, deep inside', () => ({ a: [Buffer.alloc(100_000_000)] }), TOO_LONG],
    ['returns a text that is too long once it is escaped', () => ({ a: '\n'.repeat(MOST - 100) }), TOO_LONG],
    [
      'returns value after value',
      () => range(0, Number.POSITIVE_INFINITY),
      '"a" failed: expected at most 100000 values, got more',
    ],
  ])('a function that %s', async (_, execute, message) => {
    const test = desk({ a: doing(execute) });
    test.ask('a');
    await test.clock.run(1);
    expect(test.log[1]).toBe(`0 a: error: ${message}`);
    expect(reports(test)).toEqual([`function_failed ${message}`]);
    expect(test.reported[0]?.details.failure).toBe(false);
  });

  it.each([
    ['{"city":"Oslo","unit":null}', '{"city":"Oslo"}'],
    ['{"city":"Oslo","day":{"hour":null}}', '{"city":"Oslo","day":{}}'],
    ['{"city":"Oslo","note":null}', '{"city":"Oslo","note":null}'],
  ])('null for an optional argument counts as absent: %s', async (args, got) => {
    const weather = defineFunction({
      description: 'tells the weather',
      parameters: z.object({
        city: z.string(),
        unit: z.enum(['C', 'F']).optional(),
        day: z.object({ hour: z.number().optional() }).optional(),
        note: z.string().nullable().optional(),
      }),
      execute: (given) => JSON.stringify(given),
    });
    const test = desk({ weather });
    test.reply.next(round([{ ...call('weather'), function: { name: 'weather', arguments: args } }]));
    await test.clock.run(1);
    expect(test.log[1]).toBe(`0 weather: ${got}`);
  });

  it('a cycle', () => {
    const test = desk({ a: doing(() => cycle) });
    test.ask('a');
    expect(test.log[1]).toContain('a: error: "a" failed: Converting circular structure');
  });

  it.each(['nope', 'toString', '__proto__', 'constructor', ''])('a function that does not exist: "%s"', (name) => {
    const test = desk({ a: strict });
    test.reply.next(round([call(name, '{}', 'x')]));
    expect(test.log[1]).toBe(`0 x: error: there is no function "${name}"`);
    expect(reports(test)).toEqual([`function_failed there is no function "${name}"`]);
  });

  it.each([
    ['{"at":"seven","name":{"last":"Li"}}', /^"a" got invalid arguments: at: .*expected number/],
    ['{"at":7,"name":{"last":1}}', /^"a" got invalid arguments: name\.last: .*expected string/],
    ['{}', /at: .*; name: /],
    ['', /at: .*; name: /],
    ['[]', /invalid arguments: arguments: .*expected object/],
    ['{"at":7', /^"a" got invalid arguments: .*JSON/],
  ])('arguments of %s: the message names the field', (json, message) => {
    const test = desk({ a: strict });
    test.reply.next(round([call('a', json)]));
    expect(test.log[1]?.replace('0 a: error: ', '')).toMatch(message);
    expect(test.reported).toMatchObject([{ code: 'function_failed' }]);
  });

  it('of one call leaves the others alone', () => {
    const test = desk({ a: doing(() => raise(new Error('full'))), b: doing(() => 'fine') });
    test.ask('a', 'b', 'c');
    expect(test.log[1]).toBe('0 a: error: "a" failed: full, b: fine, c: error: there is no function "c"');
  });

  it.each([
    [29_999, '29999 a: late'],
    [30_000, '30000 a: late'],
    [30_001, '30000 a: error: "a" did not return within 30 s'],
  ])('a function that takes %i ms', (ms, result) => {
    const signals: AbortSignal[] = [];
    const test = desk({});
    const slow = doing((_, { signal }) => {
      signals.push(signal);
      return of('late').pipe(delay(ms, test.clock));
    });
    const busy = desk({ a: slow }, { scheduler: test.clock });
    busy.ask('a');
    test.clock.flush(ms);
    expect(busy.log[1]?.replace(/^\d+/, '')).toBe(result.replace(/^\d+/, ''));
    expect([signals[0]?.aborted, test.clock.pending]).toEqual([ms > 30_000, 0]);
  });

  it('a function may have a time of its own', () => {
    const test = desk({ a: doing(() => NEVER, { timeout: 0.5 }) });
    test.ask('a');
    test.clock.flush();
    expect(test.log[1]).toBe('500 a: error: "a" did not return within 0.5 s');
  });
});

describe('while the agent is held back', () => {
  it('calls are neither announced nor started', () => {
    const executed: string[] = [];
    const test = desk({ a: doing(() => executed.push('a')) });
    test.open.next(false);
    test.ask('a');
    expect([test.log, executed]).toEqual([[], []]);
    test.open.next(true);
    expect(test.log).toEqual(['0 called a', '0 a: 1']);
    test.open.next(false);
    test.open.next(true);
    expect(executed).toEqual(['a']);
  });

  it('those that run go on', () => {
    const value = new Subject<string>();
    const test = desk({ a: doing(() => value) });
    test.ask('a');
    test.open.next(false);
    value.next('seven');
    value.complete();
    expect(test.log.at(-1)).toBe('0 a: seven');
  });

  it('calls of a reply that is cut are dropped', () => {
    const executed: string[] = [];
    const test = desk({ a: doing(() => executed.push('a')) });
    test.open.next(false);
    test.ask('a');
    test.ended.next({ turn: 1, reason: 'interrupted' });
    test.ended.next({ turn: 0, reason: 'superseded' });
    test.open.next(true);
    expect([test.log, executed, test.ended.observed]).toEqual([[], [], false]);
  });
});

it('functions of an agent that change are read when the call is executed', () => {
  let known = {};
  const test = desk({}, { functions: () => known });
  test.open.next(false);
  test.ask('a');
  known = { a: doing(() => 'new') };
  test.open.next(true);
  expect(test.log[1]).toBe('0 a: new');
});

function raise(error: unknown): never {
  throw error;
}
