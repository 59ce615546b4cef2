import { describe, expect, it } from 'vitest';
import type { SocketEvent } from '../../../src/server/media/fromSocket.ts';
import { heartbeat } from '../../../src/server/media/heartbeat.ts';
import { ConnectionError } from '../../../src/server/media/connectionError.ts';
import { marbles } from './support/marbles.ts';

/** o: pong, t: text. */
const values: Record<string, SocketEvent> = { o: { kind: 'pong' }, t: { kind: 'text', text: '{}' } };
const dead = new ConnectionError('timeout', 'Expected an answer to a ping, got none to 2 within 10 s each.');

/** What passes of `events`, and at what second there were pings. */
function beat(events: string, expected: string): number[] {
  const pings: number[] = [];
  marbles(({ hot, expectObservable }, scheduler) => {
    const ping = (): number => pings.push(scheduler.now() / 1000);
    expectObservable(hot(events, values).pipe(heartbeat({ ping, scheduler }))).toBe(expected, values, dead);
  });
  return pings;
}

describe('heartbeat', () => {
  it('passes on what comes, and pings every 10 s', () => {
    expect(beat('t 10s o 9999ms o 4998ms |', 't 10s o 9999ms o 4998ms |')).toEqual([10, 20]);
  });

  it('gives a client up when a third ping would be due and two were not answered', () => {
    expect(beat('t', 't 29999ms #')).toEqual([10, 20]);
  });

  it('counts anew with every answer, however late', () => {
    expect(beat('29999ms o', '29999ms o 20s #')).toEqual([10, 20, 30, 40]);
  });

  it('is not satisfied by anything but an answer', () => {
    expect(beat('25s t', '25s t 4999ms #')).toEqual([10, 20]);
  });

  it('ends with the socket, and pings no more', () => {
    expect(beat('15s |', '15s |')).toEqual([10]);
  });

  it('stops when nobody listens any more', () => {
    const pings: number[] = [];
    marbles(({ hot, expectObservable, expectSubscriptions }, scheduler) => {
      const events = hot('t', values);
      const ping = (): number => pings.push(scheduler.now());
      expectObservable(events.pipe(heartbeat({ ping, scheduler })), '^ 14999ms !').toBe('t', values);
      expectSubscriptions(events.subscriptions).toBe('^ 14999ms !');
    });
    expect(pings).toEqual([10_000]);
  });
});
