import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextStatus, CREATED, type CallStatus, type CallEvent } from '../../../src/server/calls/callStatus.ts';

const ADMIT: CallEvent = { kind: 'admit' };
const JOIN: CallEvent = { kind: 'join' };
const DELETE: CallEvent = { kind: 'close', reason: 'ended_by_api' };
const DRAIN: CallEvent = { kind: 'close', reason: 'draining' };
const END: CallEvent = { kind: 'end', reason: 'ended_by_api' };

const statesOf = (...steps: readonly CallEvent[]): readonly string[] =>
  steps.map((_step, n) => steps.slice(0, n + 1).reduce(nextStatus, CREATED).state);

describe('a call', () => {
  it('is created, connecting, active, ending, ended', () => {
    expect(statesOf(ADMIT, JOIN, DELETE, END)).toEqual(['connecting', 'active', 'ending', 'ended']);
  });

  it.each([
    ['created', []],
    ['connecting', [ADMIT]],
    ['active', [ADMIT, JOIN]],
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

  it.each<[string, readonly CallEvent[]]>([
    ['a second client', [ADMIT, ADMIT]],
    ['a client when it is active', [ADMIT, JOIN, ADMIT]],
    ['a client when it ends', [DELETE, ADMIT]],
    ['a socket that was not let in', [JOIN]],
    ['two sockets', [ADMIT, JOIN, JOIN]],
    ['a second end', [END, END]],
  ])('never gets %s', (_what, steps) => {
    expect(() => steps.reduce(nextStatus, CREATED)).toThrow(expect.objectContaining({ code: 'internal' }));
  });

  it('never goes back, whatever happens', () => {
    const order = ['created', 'connecting', 'active', 'ending', 'ended'];
    const rank = ({ state }: CallStatus): number => order.indexOf(state);
    fc.assert(
      fc.property(fc.array(fc.constantFrom(ADMIT, JOIN, DELETE, DRAIN, END)), (steps) => {
        let status = CREATED;
        for (const step of steps) {
          const next = afterIfLawful(status, step);
          expect(rank(next)).toBeGreaterThanOrEqual(rank(status));
          status = next;
        }
      }),
    );
  });
});

function afterIfLawful(status: CallStatus, step: CallEvent): CallStatus {
  try {
    return nextStatus(status, step);
  } catch {
    return status;
  }
}
