import { describe, test } from 'vitest';
import { createRtvi } from '../../src/server/adapters/rtvi/rtvi.ts';
import { createRtviSettings } from '../../src/server/adapters/rtvi/rtviOptions.ts';
import { createMediaAdapterContract, type PeerDouble } from '../../src/testing/contracts/mediaAdapterContract.ts';
import { audioToWire, fromWire, messageToWire } from '../server/adapters/rtvi/wire.ts';

const subject = {
  adapter: createRtvi(createRtviSettings({})),
  createPeer: createClient,
  malformed: [
    '{}',
    new Uint8Array(3),
    audioToWire(new Int16Array(512), { sampleRate: 8000 }),
    messageToWire('client-ready'),
  ],
};

describe('the adapter of rtvi keeps the contract', () => {
  for (const { name, run } of createMediaAdapterContract(subject)) test(name, run);
});

function createClient(): PeerDouble {
  return {
    begin: () => [messageToWire('client-ready', { version: '2.1.0' })],
    speak: (samples) => [audioToWire(samples)],
    read: (message) => {
      const { audio } = fromWire(message);
      return audio === undefined ? [] : [{ kind: 'audio', samples: audio.audio.length / 2 }];
    },
    press: (digit) => [messageToWire('dtmf', { buttons: [digit] })],
    leave: () => [messageToWire('disconnect-bot', {})],
  };
}
