import { describe, expect, it } from 'vitest';
import type { SocketEvent } from '../../../src/server/media/fromSocket.ts';
import { heartbeat } from '../../../src/server/media/heartbeat.ts';
import { ConnectionError } from '../../../src/server/media/connectionError.ts';
import { inputTime } from './support/inputTime.ts';
import { marbles } from './support/marbles.ts';

/** `p` a pong · `t` a text message. */
const values: Record<string, SocketEvent> = { p: { kind: 'pong' }, t: { kind: 'text', text: '{}' } };
const dead = new ConnectionError('timeout', 'Expected an answer to a ping, got none to 2 within 10 s each.');

/** What passes of `events`, and at what second there were pings. */
function beat(events: string, expected: string, stalled: (nowMs: number) => number = () => 0): number[] {
  const pings: number[] = [];
  marbles(({ hot, expectObservable }, scheduler) => {
    const ping = (): number => pings.push(scheduler.now() / 1000);
    const stalledMs = (): number => stalled(scheduler.now());
    expectObservable(hot(events, values).pipe(heartbeat(ping, inputTime(scheduler, stalledMs)))).toBe(
      expected,
      values,
      dead,
    );
  });
  return pings;
}

describe('heartbeat', () => {
  it('passes on events and pings every 10 s', () => {
    expect(beat('t 10s p 9999ms p 4998ms |', 't 10s p 9999ms p 4998ms |')).toEqual([10, 20]);
  });

  it('errors when a third ping would be due and two are unanswered', () => {
    expect(beat('t', 't 29999ms #')).toEqual([10, 20]);
  });

  it('resets the count with every pong, however late', () => {
    expect(beat('29999ms p', '29999ms p 20s #')).toEqual([10, 20, 30, 40]);
  });

  it('counts pongs only', () => {
    expect(beat('25s t', '25s t 4999ms #')).toEqual([10, 20]);
  });

  it.each([
    ['999 ms: the ping counts', 999, 30],
    ['a second: the answer may wait to be read', 1000, 40],
  ])('after a stall of the process of %s', (_name, stallMs, endsAt) => {
    beat('t', `t ${endsAt - 1}s 999ms #`, (now) => (now === 20_000 ? stallMs : 0));
  });

  it('completes with the socket and stops pinging', () => {
    expect(beat('15s |', '15s |')).toEqual([10]);
  });

  it('stops when unsubscribed', () => {
    const pings: number[] = [];
    marbles(({ hot, expectObservable, expectSubscriptions }, scheduler) => {
      const events = hot('t', values);
      const ping = (): number => pings.push(scheduler.now());
      const stalledMs = (): number => 0;
      expectObservable(events.pipe(heartbeat(ping, inputTime(scheduler, stalledMs))), '^ 14999ms !').toBe('t', values);
      expectSubscriptions(events.subscriptions).toBe('^ 14999ms !');
    });
    expect(pings).toEqual([10_000]);
  });
});
