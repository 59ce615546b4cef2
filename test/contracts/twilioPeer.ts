import { expect } from 'vitest';
import type { PeerMessage } from '../../src/core/mediaAdapter.ts';
import type { PeerDouble } from '../../src/testing/contracts/mediaAdapterContract.ts';
import { encodeMulaw } from '../../src/wire/audio/g711.ts';

/** Creates a Twilio that streams a call. */
export function createTwilioPeer(): PeerDouble {
  let at = 0;
  const say = (event: string, fields: object): readonly PeerMessage[] => [
    JSON.stringify({ event, streamSid: 'MZ1', ...fields }),
  ];
  const mediaFormat = { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 };
  return {
    begin: () => [
      '{"event":"connected","protocol":"Call","version":"1.0.0"}',
      ...say('start', { start: { mediaFormat } }),
    ],
    speak: (samples) => {
      const payload = Buffer.from(encodeMulaw(samples)).toString('base64');
      const media = say('media', { media: { track: 'inbound', timestamp: `${at}`, payload } });
      at += samples.length / 8;
      return media;
    },
    read: (message) => {
      const { event, streamSid, media, mark } = JSON.parse(String(message));
      expect(streamSid).toBe('MZ1');
      if (event === 'clear') return [{ kind: 'clear' }];
      if (event === 'mark') return [{ kind: 'mark', name: mark.name }];
      return [{ kind: 'audio', samples: Buffer.from(media.payload, 'base64').length }];
    },
    press: (digit) => say('dtmf', { dtmf: { digit } }),
    reach: (name) => say('mark', { mark: { name } }),
    leave: () => say('stop', { stop: {} }),
  };
}
