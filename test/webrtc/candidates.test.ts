import { expect, test } from 'vitest';
import { filterCandidates, hasCandidate, isReachable } from '../../src/webrtc/candidates.ts';

const PUBLIC = 'a=candidate:1 1 udp 2113937151 203.0.113.7 40000 typ host';

function candidateOf(address: string, transport = 'udp'): string {
  return `a=candidate:1 1 ${transport} 2113937151 ${address} 40000 typ host`;
}

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '239.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'ff02::1',
  '::ffff:10.0.0.1',
  '::ffff:a00:1',
  '0:0:0:0:0:ffff:7f00:1',
  '::127.0.0.1',
  '::a00:1',
  '2002:7f00:1::',
  '2002:a00:1::1',
  '64:ff9b::a00:1',
  '64:ff9b:1::a00:1',
  'fec0::1',
  '100::1',
  '2001:0:a00:1::',
])('no packet is sent to %s unless it is allowed', (address) => {
  expect([isReachable(address, false), isReachable(address, true)]).toEqual([false, true]);
});

test.each(['203.0.113.7', '2001:db8::1', '8.8.8.8', '2606:4700::1111', '2003::1', '::ffff:8.8.8.8'])(
  '%s is public',
  (address) => expect(isReachable(address, false)).toBe(true),
);

test.each([
  ['a name of mDNS', candidateOf('5b1d1f0a-8a45-4b8e-8b1c-3c1d1c1f0a5e.local')],
  ['another name', candidateOf('internal.example.com')],
  ['TCP', candidateOf('203.0.113.7', 'tcp')],
  ['what is no candidate', 'a=candidate:'],
])('%s is never used', (_name, line) => expect(hasCandidate(filterCandidates(line, true))).toBe(false));

test('all other lines stay as they are', () => {
  const sdp = ['v=0', 'a=mid:0', candidateOf('10.0.0.1'), PUBLIC, 'a=end-of-candidates', ''].join('\r\n');
  expect(filterCandidates(sdp, false)).toBe(['v=0', 'a=mid:0', PUBLIC, 'a=end-of-candidates', ''].join('\r\n'));
});
