import { expect, test } from 'vitest';
import { createNetworkSettings, type WebRtcOptions } from '../../src/webrtc/options.ts';

test('without options, private addresses are not used, nor any ICE server', () => {
  expect(createNetworkSettings({})).toEqual({
    iceServers: [],
    allowPrivate: false,
    addresses: [],
    portRange: undefined,
  });
});

test.each<[WebRtcOptions, string]>([
  [
    { ice_servers: [{ urls: 'http://example.com' }] },
    'ice_servers[0].urls: expected an address such as stun:stun.example.com:3478, got http://example.com',
  ],
  [{ addresses: ['localhost'] }, 'addresses[0]: expected an IP address, got localhost'],
  [
    { port_range: [50_000, 40_000] },
    'port_range: expected two ports from 1024 to 65535, the lower first, got 50000, 40000',
  ],
  [{ port_range: [80, 90] }, 'port_range: expected two ports from 1024 to 65535, the lower first, got 80, 90'],
])('%j is refused with its path', (options, message) => {
  expect(() => createNetworkSettings(options)).toThrow(message);
});
