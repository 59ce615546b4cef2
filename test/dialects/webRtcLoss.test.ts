// @module-tag chromium
import { expect, test } from 'vitest';
import { DIALECTS } from './dialects.ts';
import { holdsTheConversation } from './holdsTheConversation.ts';
import type { UdpRelay } from './udpRelay.ts';
import { createWebRtcDialect } from './webRtc.ts';

const relays: UdpRelay[] = [];

const lossy = createWebRtcDialect({
  isLost: ({ number }) => number % 20 === 0,
  relayed: (relay) => relays.push(relay),
});

holdsTheConversation(DIALECTS.webRtcWithLoss, lossy);

test('of its datagrams, 5 % were lost', () => {
  const [passed, lost] = [sumOf('passed'), sumOf('lost')];
  expect(passed).toBeGreaterThan(500);
  expect(lost / (passed + lost)).toBeCloseTo(0.05, 2);
});

function sumOf(count: keyof UdpRelay['counts']): number {
  return relays.reduce((sum, { counts }) => sum + counts[count], 0);
}
