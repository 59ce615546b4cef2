import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../../src/session/config.ts';
import { faultsOf } from './faults.ts';
import { shortest } from './table.ts';

const faults = (session_data: unknown): readonly (readonly string[])[] =>
  faultsOf({ ...shortest, session_data }).map(({ path, got }) => [path, got]);

function nested(levels: number): object {
  let outer: object = {};
  for (let level = 1; level < levels; level += 1) outer = { outer };
  return outer;
}

describe('session_data', () => {
  it('is the same live object in the session', () => {
    const session_data = { guest: { name: 'Ada' } };
    expect(parseConfig({ ...shortest, session_data }).sessionData).toBe(session_data);
  });

  const shared = { a: 1 };
  it.each([
    ['nothing in it', {}],
    ['all that JSON can carry', { a: [null, true, 0, -1.5, '', [], {}], b: { c: {} } }],
    ['the same object in two places', { one: shared, two: shared }],
    ['no prototype', Object.assign(Object.create(null), { a: 1 })],
    ['come from another realm', runInNewContext('({ a: [1] })')],
    ['100 levels', nested(100)],
  ])('may have %s', (_, data) => {
    expect(faults(data)).toEqual([]);
  });

  const loop: Record<string, unknown> = { inner: {} };
  (loop['inner'] as Record<string, unknown>)['back'] = loop;
  const ring: unknown[] = [];
  ring.push(ring);
  it.each([
    ['a BigInt', { a: { b: 1n } }, [['session_data.a.b', 'a bigint']]],
    ['a function', { a: [() => {}] }, [['session_data.a[0]', 'a function']]],
    ['undefined', { a: undefined }, [['session_data.a', 'nothing']]],
    ['a hole', { a: Object.assign([], { length: 1 }) }, [['session_data.a[0]', 'nothing']]],
    ['NaN', { a: Number.NaN }, [['session_data.a', 'NaN']]],
    ['Infinity', { a: Number.NEGATIVE_INFINITY }, [['session_data.a', '-Infinity']]],
    ['a symbol', { a: Symbol('s') }, [['session_data.a', 'a symbol']]],
    ['a Date', { a: new Date(0) }, [['session_data.a', 'an instance of Date']]],
    ['a Map', { a: new Map() }, [['session_data.a', 'an instance of Map']]],
    ['a way to write itself as JSON', { a: { toJSON: () => 1 } }, [['session_data.a.toJSON', 'a function']]],
    ['a cycle', loop, [['session_data.inner.back', 'an object']]],
    ['a cycle of arrays', { ring }, [['session_data.ring[0]', 'an array of 1']]],
    [
      'several faults',
      { a: 1n, b: [Number.NaN] },
      [
        ['session_data.a', 'a bigint'],
        ['session_data.b[0]', 'NaN'],
      ],
    ],
  ])('may not have %s', (_, data, expected) => {
    expect(faults(data)).toEqual(expected);
  });

  it('may not be nested deeper than 100 levels, which also answers hostile depths', () => {
    expect(faults(nested(101))).toEqual([[`session_data${'.outer'.repeat(100)}`, 'an object']]);
    expect(faults(nested(100_000))).toHaveLength(1);
  });

  it.each([
    ['an array', [], 'an array of 0'],
    ['an instance of a class', new (class Guest {})(), 'an instance of Guest'],
    ['a string', 'x', '"x"'],
  ])('may not be %s', (_, data, got) => {
    expect(faults(data)).toEqual([['session_data', got]]);
  });
});
