import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerCalls } from '../../src/cli/studio/query/answerCalls.ts';
import { parseQuery, type SearchedCall } from '../../src/cli/studio/query/parseQuery.ts';
import type { CallRow, CallsRequest } from '../../src/studio/protocol.ts';
import { runs } from '../properties/runs.ts';

const ROW: CallRow = {
  id: 'a.jsonl',
  recordedAt: '2026-11-21T10:00:00.000Z',
  line: 'twilio',
  agent: 'concierge',
  lengthMs: 60_000,
  turns: 5,
  waitP50Ms: 800,
  waitP95Ms: 1500,
  interruptions: 0,
  cutOffs: 0,
  failures: 0,
  cost: null,
  end: 'agent_ended',
  fault: null,
};
const call = (row: Partial<CallRow>, saidText = ''): SearchedCall => ({ row: { ...ROW, ...row }, saidText });
const holds = (query: string, one: SearchedCall): boolean =>
  parseQuery(query).conditions.every((condition) => condition.holds(one));
const understood = (query: string): readonly string[] => parseQuery(query).conditions.map(({ words }) => words);

describe('a query', () => {
  test.each([
    ['wait p95 > 1.5 s', ['wait p95 above 1.5 s']],
    ['wait p95>1500ms', ['wait p95 above 1500 ms']],
    ['length >= 5 min cut off', ['length at least 5 min', 'cut off']],
    ['Failed and turns < 3', ['failed', 'turns below 3']],
    ['cut offs > 0', ['cut offs above 0']],
    ['file = A.jsonl', ['id is "A.jsonl"']],
    ['cost > -1', ['cost above -1']],
    ['table, pepper, failed', ['said "table"', 'said "pepper"', 'failed']],
    ['length > 5 min, cost < 1,', ['length above 5 min', 'cost below 1']],
    ['1,500', ['said "1,500"']],
    ['failed, cut off', ['failed', 'cut off']],
    ['failed AND cut off', ['failed', 'cut off']],
    ['interrupted agent = Concierge', ['interrupted', 'agent is "Concierge"']],
    ['agent = "the concierge" table', ['agent is "the concierge"', 'said "table"']],
    ['"a table for two', ['said "a table for two"']],
    ['when >= 2026-11-01', ['when at least 2026-11-01']],
    ['cost ≤ 0.5', ['cost at most 0.5']],
    ['salt and pepper', ['said "salt"', 'said "and"', 'said "pepper"']],
    ['wait a minute', ['said "wait"', 'said "a"', 'said "minute"']],
    ['', []],
  ])('%s', (query, words) => {
    expect(understood(query)).toEqual(words);
    expect(parseQuery(query).notUnderstood).toBeNull();
  });

  test.each([
    ['wait p95 > soon', 'wait p95 > soon'],
    ['turns > 3 min', null],
    ['turns > 3s', 'turns > 3s'],
    ['length > 3 days', null],
    ['length > 3days', 'length > 3days'],
    ['turns > > 3', 'turns > >'],
    ['"" table', '""'],
    ['when > 2026', 'when > 2026'],
    ['turns > x  cost > y', 'turns > x, cost > y'],
    ['agent > b', 'agent > b'],
    ['length <', 'length <'],
    ['< 5 table', '<'],
    ['cost = "1"', 'cost = "1"'],
    ['when > yesterday, failed', 'when > yesterday'],
    ['table banana = 3 failed', 'banana = 3'],
    ['wait p99 > 2 s', 'p99 > 2 s'],
    ['"a table" >', '"a table" >'],
  ])('names the part that was not understood: %s', (query, part) => expect(parseQuery(query).notUnderstood).toBe(part));

  test.each([
    ['wait p95 > 1.5 s', { waitP95Ms: 1501 }, { waitP95Ms: 1500 }],
    ['wait p95 >= 1.5', { waitP95Ms: 1500 }, { waitP95Ms: 1499 }],
    ['wait < 1 s', { waitP50Ms: 999 }, { waitP50Ms: null }],
    ['length > 1 h', { lengthMs: 3_600_001 }, { lengthMs: 3_600_000 }],
    ['length > 2 min', { lengthMs: 120_001 }, { lengthMs: 119_999 }],
    ['length > 2 minutes', { lengthMs: 120_001 }, { lengthMs: 119_999 }],
    ['cost > 0.5', { cost: 0.51 }, { cost: 0.49 }],
    ['end = transferred', { end: 'transferred' }, {}],
    ['interrupted', { interruptions: 1, failures: 0 }, { interruptions: 0, failures: 1 }],
    ['agent = concierge length > 1 h', { lengthMs: 3_600_001 }, {}],
    ['cut off', { cutOffs: 1 }, { cutOffs: 0 }],
    ['failed', { failures: 1 }, { failures: 0 }],
    ['damaged', { fault: { code: 'recording_invalid', message: '' } }, {}],
    ['line = Twilio', { line: 'twilio' }, { line: null }],
    ['when < 2026-11-21', { recordedAt: '2026-11-20T23:59:59.999Z' }, { recordedAt: '2026-11-21T00:00:00.000Z' }],
  ] satisfies [string, Partial<CallRow>, Partial<CallRow>][])('%s holds at its bound', (query, match, other) => {
    expect(holds(query, call(match))).toBe(true);
    expect(holds(query, call(other))).toBe(false);
  });

  test('finds what was said in any case, and phrases over several spaces', () => {
    expect(holds('TABLE "for  two"', call({}, 'a table for two'))).toBe(true);
    expect(holds('"table two"', call({}, 'a table for two'))).toBe(false);
  });
});

describe('a histogram', () => {
  const histogramOf = (rows: readonly Partial<CallRow>[], column: 'turns' | 'lengthMs' | 'waitP95Ms') =>
    answerCalls(
      rows.map((row) => call(row)),
      request({}),
    ).histograms[column];

  test('has whole numbers in bins of whole numbers', () => {
    expect(histogramOf([{ turns: 3 }, { turns: 3 }, { turns: 5 }], 'turns')).toEqual({
      from: 3,
      to: 6,
      counts: [2, 0, 1],
    });
    const wide = histogramOf([{ turns: 0 }, { turns: 24 }], 'turns');
    expect(wide).toMatchObject({ from: 0, to: 26 });
    expect(wide?.counts).toHaveLength(13);
  });

  test('has other values from the lowest to the highest, which is in the last bin', () => {
    const histogram = histogramOf([{ lengthMs: 1000 }, { lengthMs: 25_000 }], 'lengthMs');
    expect(histogram).toEqual({ from: 1000, to: 25_000, counts: [1, ...Array.from({ length: 22 }, () => 0), 1] });
  });

  test('of equal values has one bin', () =>
    expect(histogramOf([{}, {}], 'waitP95Ms')).toEqual({ from: 1500, to: 1500, counts: [2] }));

  test('leaves out calls that cannot be read, and does not exist without values', () => {
    const fault = { code: 'recording_invalid', message: '' };
    expect(histogramOf([{ turns: 0, fault }, { turns: 5 }], 'turns')).toEqual({ from: 5, to: 6, counts: [1] });
    expect(histogramOf([{ waitP95Ms: null }], 'waitP95Ms')).toBeUndefined();
  });
});

test('calls that are equal in a column are in the order of their ids, and those without a value last', () => {
  const calls = [call({ id: 'c', agent: '' }), call({ id: 'b' }), call({ id: 'a' })];
  for (const order of ['asc', 'desc'] as const)
    expect(answerCalls(calls, request({ sort: 'agent', order })).rows.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
});

test('a call matches if all conditions hold', () =>
  expect(answerCalls([call({ failures: 1 })], request({ query: 'failed cut off' })).matched).toBe(0));

/** Plays a property's cases. */
function assert<Ts extends [unknown, ...unknown[]]>(property: fc.IProperty<Ts>): void {
  fc.assert(property, runs(50));
}

const WORDS = fc.constantFrom(
  'wait',
  'p95',
  'cut',
  'off',
  'failed',
  '>',
  '<=',
  '=',
  '1.5',
  's',
  'min',
  'agent',
  'and',
  '"',
  'x',
  '-3',
);

describe('properties', () => {
  test('any text is parsed, and each of its conditions can be asked', () => {
    assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(WORDS).map((words) => words.join(' ')),
        ),
        (query) => {
          const { conditions } = parseQuery(query);
          for (const condition of conditions) expect(typeof condition.holds(call({}))).toBe('boolean');
        },
      ),
    );
  });

  test('every token is part of what was understood, or of what was not', () => {
    assert(
      fc.property(
        fc.array(fc.constantFrom('hello', 'turns > 2', 'failed', 'wait < soon', 'banana = 3'), { maxLength: 8 }),
        (parts) => {
          const { conditions, notUnderstood } = parseQuery(parts.join(' '));
          const unknown = notUnderstood === null ? [] : notUnderstood.split(', ');
          expect(conditions.length + unknown.length).toBeGreaterThanOrEqual(new Set(parts).size > 0 ? 1 : 0);
          expect(conditions.filter(({ words }) => words === 'failed')).toHaveLength(
            parts.filter((part) => part === 'failed').length,
          );
        },
      ),
    );
  });

  test('a comparison selects exactly the rows on its side', () => {
    const operator = fc.constantFrom('>', '<', '>=', '<=', '=');
    assert(
      fc.property(operator, fc.nat(5), fc.array(fc.nat(5)), (sign, bound, turns) => {
        const calls = turns.map((count, n) => call({ id: `${n}.jsonl`, turns: count }));
        const expected = turns.filter((count) => {
          if (sign === '=') return count === bound;
          return (sign.startsWith('>') ? count > bound : count < bound) || (sign.endsWith('=') && count === bound);
        });
        const { matched, histograms } = answerCalls(calls, request({ query: `turns ${sign} ${bound}` }));
        expect(matched).toBe(expected.length);
        expect((histograms.turns?.counts ?? []).reduce((sum, count) => sum + count, 0)).toBe(expected.length);
      }),
    );
  });

  test('rows are sorted, those without a value last, and pages join to the whole', () => {
    const value = fc.option(fc.nat(50));
    assert(
      fc.property(
        fc.array(value, { maxLength: 30 }),
        fc.constantFrom('asc', 'desc'),
        fc.integer({ min: 1, max: 7 }),
        (waits, order, limit) => {
          const calls = waits.map((waitP95Ms, n) => call({ id: `${n}.jsonl`, waitP95Ms }));
          const sorted = { sort: 'waitP95Ms', order } as const;
          const all = answerCalls(calls, request(sorted)).rows;
          const pages = Array.from(
            { length: Math.ceil(waits.length / limit) },
            (_, n) => answerCalls(calls, request({ ...sorted, offset: n * limit, limit })).rows,
          );
          expect(pages.flat()).toEqual(all);
          const known = all.flatMap(({ waitP95Ms }) => waitP95Ms ?? []);
          expect(all.slice(known.length).every(({ waitP95Ms }) => waitP95Ms === null)).toBe(true);
          expect(known).toEqual(known.toSorted((a, b) => (order === 'asc' ? a - b : b - a)));
        },
      ),
    );
  });
});

function request(asked: Partial<CallsRequest>): CallsRequest {
  return { query: '', sort: 'recordedAt', order: 'desc', offset: 0, limit: 1000, ...asked };
}
