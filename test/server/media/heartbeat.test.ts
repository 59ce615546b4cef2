import { describe, expect, it } from 'vitest';
import { ConnectionError } from '../../../src/server/protocols/connectionError.ts';
import { heartbeat } from '../../../src/server/media/heartbeat.ts';
import { inputTime } from './support/inputTime.ts';
import { marbles } from './support/marbles.ts';

const dead = new ConnectionError('timeout', 'Expected an answer to a ping, got none to 2 pings within 10 s each.');

/** At what second there were pings, for the marbles of the pongs, and of what comes out until `until`. */
function beat(pongs: string, expected: string, stalled: (nowMs: number) => number = () => 0, until?: string): number[] {
  const pings: number[] = [];
  marbles(({ hot, expectObservable, expectSubscriptions }, scheduler) => {
    const source = hot(pongs);
    const ping = (): number => pings.push(scheduler.now() / 1000);
    const stalledMs = (): number => stalled(scheduler.now());
    expectObservable(heartbeat(source, ping, inputTime(scheduler, stalledMs)), until).toBe(expected, {}, dead);
    if (until !== undefined) expectSubscriptions(source.subscriptions).toBe(until);
  });
  return pings;
}

describe('heartbeat', () => {
  it('pings every 10 s until it is unsubscribed', () => {
    expect(beat('10s p 9999ms p', '', undefined, '^ 25s !')).toEqual([10, 20]);
  });

  it('errors when a third ping would be due and two are unanswered', () => {
    expect(beat('', '30s #')).toEqual([10, 20]);
  });

  it('resets the count with every pong, however late', () => {
    expect(beat('29999ms p', '50s #')).toEqual([10, 20, 30, 40]);
  });

  it.each([
    ['999 ms: the ping counts', 999, 30],
    ['a second: the answer may wait to be read', 1000, 40],
  ])('after a stall of the process of %s', (_name, stallMs, endsAt) => {
    beat('', `${endsAt}s #`, (now) => (now === 20_000 ? stallMs : 0));
  });
});
