import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { recordTo } from '../../../src/record/recordTo.ts';
import { defineFunction } from '../../../src/session/agent.ts';
import type { FunctionContext } from '../../../src/session/sessionControl.ts';
import { parseConfig } from '../../../src/session/config/config.ts';
import { createAnsweringSession } from '../../support/playSession.ts';
import { faultsOf } from './faults.ts';
import { shortest } from './table.ts';

const faults = (session_data: unknown): readonly (readonly string[])[] =>
  faultsOf({ ...shortest, session_data }).map(({ path, got }) => [path, got]);

function nested(levels: number): object {
  let outer: object = {};
  for (let level = 1; level < levels; level += 1) outer = { outer };
  return outer;
}

class Guest {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
  greet(): string {
    return `Hello ${this.name}`;
  }
}

describe('session_data', () => {
  it('is the same live object in the session', () => {
    const session_data = { guest: new Guest('Ada'), since: new Date(0) };
    expect(parseConfig({ ...shortest, session_data }).sessionData).toBe(session_data);
  });

  const shared = { a: 1 };
  it.each([
    ['nothing in it', {}],
    ['all that JSON has', { a: [null, true, 0, -1.5, '', [], {}], b: { c: {} } }],
    ['the same object in two places', { one: shared, two: shared }],
    ['no prototype', Object.assign(Object.create(null), { a: 1 })],
    ['come from another realm', runInNewContext('({ a: [1], since: new Date(0) })')],
    ['undefined in it', { lang: undefined }],
    ['a hole', { a: Object.assign([], { length: 1 }) }],
    ['NaN and Infinity', { a: Number.NaN, b: Number.NEGATIVE_INFINITY }],
    ['a symbol', { a: Symbol('s'), [Symbol('t')]: 1 }],
    ['a Date', { a: new Date(0) }],
    ['a Map and a Set', { a: new Map(), b: new Set() }],
    ['instances of classes', { guest: new Guest('Ada') }],
    ['a class of its own', new Guest('Ada')],
    ['a way to write itself as JSON', { a: { toJSON: () => 1, twice: () => 2 } }],
    ['a BigInt that writes itself as JSON', { a: { n: 1n, toJSON: () => '1' } }],
    ['functions that are not enumerable', Object.defineProperty({}, 'f', { value: () => 1 })],
    ['an array for it', [1, 2]],
    ['3000 levels', nested(3000)],
  ])('may have %s', (_, data) => {
    expect(faults(data)).toEqual([]);
  });

  const loop: Record<string, unknown> = { inner: {} };
  (loop['inner'] as Record<string, unknown>)['back'] = loop;
  const ring: unknown[] = [];
  ring.push(ring);
  const throws = (): never => {
    throw new Error('not now');
  };
  it.each([
    ['a BigInt', { a: { b: 1n } }, [['session_data.a.b', 'a bigint']]],
    ['a BigInt object', { a: Object(1n) }, [['session_data.a', 'an instance of BigInt']]],
    ['a function', { a: [() => {}] }, [['session_data.a[0]', 'a function']]],
    ['a class', { a: Guest }, [['session_data.a', 'a function']]],
    ['a cycle', loop, [['session_data.inner.back', 'an object']]],
    ['a cycle of arrays', { ring }, [['session_data.ring[0]', 'an array of 1']]],
    ['a toJSON that throws', { a: { toJSON: throws } }, [['session_data.a', 'an object']]],
    [
      'a getter that throws',
      Object.defineProperty({ a: 1 }, 'b', { get: throws, enumerable: true }),
      [['session_data.b', 'a value that cannot be read']],
    ],
    [
      'several faults',
      { a: 1n, b: [() => {}], when: new Date(0) },
      [
        ['session_data.a', 'a bigint'],
        ['session_data.b[0]', 'a function'],
      ],
    ],
  ])('may not have %s', (_, data, expected) => {
    expect(faults(data)).toEqual(expected);
  });

  it('may not be nested deeper than JSON.stringify goes', () => {
    expect(faults(nested(100_000))).toEqual([['session_data', 'an object']]);
  });

  it('is refused in no time also where its parts are shared a million times', () => {
    let data: object = { big: 1n };
    for (let level = 0; level < 60; level += 1) data = { left: data, right: data };
    expect(faults(data)).toHaveLength(1);
  });

  it('may be refused because it cannot be read at all', () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(faults(proxy)).toEqual([['session_data', 'a value that cannot be read']]);
  });

  it.each([
    ['a string, which is not shown', 'hush', 'a string of 4 characters'],
    ['null', null, 'null'],
    ['a function', () => {}, 'a function'],
  ])('may not be %s', (_, data, got) => {
    expect(faults(data)).toEqual([['session_data', got]]);
  });
});

describe('session_data of a session', () => {
  it('is the live object in the handler, in functions and in events, also where the session is recorded', async () => {
    const session_data = { guest: new Guest('Ada'), lang: undefined, since: new Date(0), calls: [] as string[] };
    const lines: string[] = [];
    const seen = new Set<unknown>();
    const { clock, errors } = createAnsweringSession({
      config: { session_data },
      llm: [{ calls: [{ name: 'note' }] }, 'Done.'],
      agent: {
        functions: {
          note: defineFunction({
            description: 'notes',
            parameters: z.object({}),
            execute: (_, context: FunctionContext<Record<string, unknown>>) => {
              seen.add(context.session_data);
              // What JSON cannot carry may be put there later: nothing of the session writes it.
              context.session_data['self'] = context.session_data;
              context.session_data['big'] = 1n;
            },
          }),
        },
        on_user_message_added: (input) => seen.add(input.session_data),
        on_agent_message_added: (input) => seen.add(input.session_data),
      },
      options: { record: recordTo(() => ({ write: (line) => lines.push(line) > 0, close: () => {} })) },
    });
    await clock.run(6000);
    expect([...seen]).toEqual([session_data]);
    expect(errors).toEqual([]);
    expect(lines.some((line) => line.includes('Done.'))).toBe(true);
  });
});
