import { from, lastValueFrom, map, take, timer } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { Inbound } from '../../../src/server/media/inbound.ts';
import { typedRate } from '../../../src/server/media/typedRate.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { inputTime } from './support/inputTime.ts';

const longest: Inbound = { kind: 'message', message: { type: 'input.text', text: 'a'.repeat(8192) } };
const ping: Inbound = { kind: 'message', message: { type: 'ping', t: 0 } };

/** When one of `count` inputs, coming every so often, is refused: undefined if all are let through. */
function refusedAtMs(everyMs: number, count: number, input = longest): number | undefined {
  const clock = new VirtualClock();
  let refusedAt: number | undefined;
  const inputs = timer(0, everyMs, clock).pipe(
    take(count),
    map(() => input),
  );
  inputs.pipe(typedRate(inputTime(clock))).subscribe({ error: () => (refusedAt = clock.now()) });
  clock.flush();
  return refusedAt;
}

describe('typedRate', () => {
  it('allows a burst of eight of the longest texts, and 1000 characters a second', () => {
    expect(refusedAtMs(0, 8)).toBeUndefined();
    expect(refusedAtMs(0, 9)).toBe(0);
    expect(refusedAtMs(8192, 5000)).toBeUndefined();
    expect(refusedAtMs(8000, 5000)).toBeDefined();
  });

  it('does not count other messages', () => expect(refusedAtMs(0, 5000, ping)).toBeUndefined());

  it('names the limit', async () => {
    const tooMany = from(Array.from({ length: 9 }, () => longest)).pipe(typedRate(inputTime(new VirtualClock())));
    await expect(lastValueFrom(tooMany)).rejects.toThrow('Expected at most 1000 typed characters a second, got more.');
  });
});
