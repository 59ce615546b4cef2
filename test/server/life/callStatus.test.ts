import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextStatus, CREATED, type CallStatus, type CallEvent } from '../../../src/server/life/callStatus.ts';
import { runs } from '../../properties/runs.ts';

const ADMIT: CallEvent = { kind: 'admit' };
const JOIN: CallEvent = { kind: 'join' };
const LOSE: CallEvent = { kind: 'lose' };
const DELETE: CallEvent = { kind: 'close', reason: 'ended_by_api' };
const DRAIN: CallEvent = { kind: 'close', reason: 'draining' };
const END: CallEvent = { kind: 'end', reason: 'ended_by_api' };

const statesOf = (...steps: readonly CallEvent[]): readonly string[] =>
  steps.map((_step, n) => steps.slice(0, n + 1).reduce(nextStatus, CREATED).state);

describe('a call', () => {
  it('is created, connecting, active, ending, ended', () => {
    expect(statesOf(ADMIT, JOIN, DELETE, END)).toEqual(['connecting', 'active', 'ending', 'ended']);
  });

  it('is disconnected while its client is away, and active again', () => {
    expect(statesOf(ADMIT, JOIN, LOSE, JOIN, LOSE)).toEqual([
      'connecting',
      'active',
      'disconnected',
      'active',
      'disconnected',
    ]);
  });

  it.each([
    ['created', []],
    ['connecting', [ADMIT]],
    ['active', [ADMIT, JOIN]],
    ['disconnected', [ADMIT, JOIN, LOSE]],
  ])('may end while it is %s', (_state, before) => {
    expect(statesOf(...before, END).at(-1)).toBe('ended');
    expect(statesOf(...before, DELETE, END).slice(-2)).toEqual(['ending', 'ended']);
  });

  it('ends for the first reason', () => {
    expect([DELETE, DRAIN].reduce(nextStatus, CREATED)).toEqual({ state: 'ending', reason: 'ended_by_api' });
    expect([END, DRAIN].reduce(nextStatus, CREATED)).toEqual({ state: 'ended', reason: 'ended_by_api' });
  });

  it('may find its client too late', () => {
    expect(statesOf(ADMIT, DELETE, JOIN, END)).toEqual(['connecting', 'ending', 'ending', 'ended']);
    expect(statesOf(ADMIT, END, JOIN)).toEqual(['connecting', 'ended', 'ended']);
  });

  it('may lose its client, or find it again, while it ends', () => {
    expect(statesOf(ADMIT, JOIN, DELETE, LOSE, JOIN, END, LOSE).slice(2)).toEqual([
      'ending',
      'ending',
      'ending',
      'ended',
      'ended',
    ]);
  });

  it.each<[string, readonly CallEvent[]]>([
    ['a second client', [ADMIT, ADMIT]],
    ['a client when it is active', [ADMIT, JOIN, ADMIT]],
    ['a client when it ends', [DELETE, ADMIT]],
    ['a socket that was not let in', [JOIN]],
    ['two sockets', [ADMIT, JOIN, JOIN]],
    ['a second end', [END, END]],
    ['a loss before it had a client', [ADMIT, LOSE]],
    ['a second loss', [ADMIT, JOIN, LOSE, LOSE]],
    ['another client when its own is away', [ADMIT, JOIN, LOSE, ADMIT]],
  ])('never gets %s', (_what, steps) => {
    expect(() => steps.reduce(nextStatus, CREATED)).toThrow(expect.objectContaining({ code: 'internal' }));
  });

  it('takes lawful steps only, and refuses all others', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(ADMIT, JOIN, LOSE, DELETE, DRAIN, END)), (steps) => {
        let status = CREATED;
        for (const step of steps) {
          const next = afterIfLawful(status, step);
          expect([status.state, ...LAWFUL[status.state]]).toContain(next.state);
          expect(reasonsOf(status, next)).toHaveLength(1);
          status = next;
        }
      }),
      runs(25),
    );
  });
});

/** The reasons of an end that is under way: there may be one only. */
function reasonsOf(...steps: readonly CallStatus[]): readonly string[] {
  const closing = steps.filter(({ state }) => state === 'ending');
  return closing.length === 0
    ? ['none']
    : [...new Set(closing.map((status) => ('reason' in status ? status.reason : '')))];
}

const LAWFUL: Readonly<Record<CallStatus['state'], readonly CallStatus['state'][]>> = {
  created: ['connecting', 'ending', 'ended'],
  connecting: ['active', 'ending', 'ended'],
  active: ['disconnected', 'ending', 'ended'],
  disconnected: ['active', 'ending', 'ended'],
  ending: ['ended'],
  ended: [],
};

function afterIfLawful(status: CallStatus, step: CallEvent): CallStatus {
  try {
    return nextStatus(status, step);
  } catch {
    return status;
  }
}
