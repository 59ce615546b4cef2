import { expect, it } from 'vitest';
import { antiphonV1 } from '../../../../src/server/protocols/antiphonV1.ts';
import { virtualCall } from '../support/virtualCall.ts';

const HALF_A_MINUTE = 'one two three four five six seven eight nine ten '.repeat(10).trim();
const RATE = 16_000;

/** How far ahead of the play head each frame began that was sent, in ms: playing begins with the first. */
async function leads(maxLeadMs?: number): Promise<readonly number[]> {
  const adapter = { ...antiphonV1, capabilities: { ...antiphonV1.capabilities, maxLeadMs } };
  const made = virtualCall({ config: { first_message: HALF_A_MINUTE }, outputRate: RATE, adapter });
  const found: number[] = [];
  let [beganAt, sentMs] = [Number.NaN, 0];
  made.socket.onFrame = (frame) => {
    if (typeof frame === 'string') return;
    if (sentMs === 0) beganAt = made.clock.now();
    found.push(sentMs - (made.clock.now() - beganAt));
    sentMs += (frame.length / 2 / RATE) * 1000;
  };
  made.connection.join(made.socket);
  await made.clock.run(60_000);
  return found;
}

it('audio leaves 200 ms before it is heard, never earlier, and at the end as at the beginning', async () => {
  const found = await leads();
  expect(found.length).toBeGreaterThan(1000);
  expect(Math.max(...found)).toBeLessThanOrEqual(200);
  expect(found.slice(12).filter((lead) => lead < 199)).toEqual([]);
});

it.each([0, 60, 500])('to a peer with a lead of %i ms, audio leaves that much earlier', async (maxLeadMs) => {
  const found = await leads(maxLeadMs);
  expect(Math.max(...found)).toBe(maxLeadMs);
  expect(Math.min(...found.slice(1 + maxLeadMs / 20))).toBe(maxLeadMs);
});
