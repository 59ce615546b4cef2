import { describe, test } from 'vitest';
import { asterisk } from '../../src/server/adapters/asterisk/asterisk.ts';
import { jambonz } from '../../src/server/adapters/jambonz/jambonz.ts';
import {
  createMediaAdapterContract,
  type MediaAdapterSubject,
  type PeerDouble,
  type PeerEvent,
} from '../../src/testing/contracts/mediaAdapterContract.ts';

const SUBJECTS: readonly MediaAdapterSubject[] = [
  {
    adapter: asterisk,
    createPeer: createAsteriskPeer,
    malformed: ['{"event":"DTMF_END","digit":"11"}', 'DTMF_END', 'MEDIA_MARK_PROCESSED', new Uint8Array(3)],
  },
  {
    adapter: jambonz,
    createPeer: createJambonzPeer,
    malformed: ['{"event":"dtmf","dtmf":"11"}', new Uint8Array(3)],
  },
];

describe.each(SUBJECTS)('the adapter of $adapter.protocol keeps the contract', (subject) => {
  for (const { name, run } of createMediaAdapterContract(subject)) test(name, run);
});

function createAsteriskPeer(): PeerDouble {
  return {
    begin: () => ['MEDIA_START connection_id:antiphon channel_id:1 format:slin16 optimal_frame_size:640 ptime:20'],
    speak: (samples) => [new Uint8Array(samples.slice().buffer)],
    read: (message): readonly PeerEvent[] => {
      if (typeof message !== 'string') return [{ kind: 'audio', samples: message.length / 2 }];
      if (message === 'FLUSH_MEDIA') return [{ kind: 'clear' }];
      if (message === 'HANGUP') return [{ kind: 'action', action: { kind: 'hangUp' } }];
      return message.startsWith('MARK_MEDIA ') ? [{ kind: 'mark', name: message.slice('MARK_MEDIA '.length) }] : [];
    },
    press: (digit) => [`DTMF_END digit:${digit} channel_id:1`],
    reach: (name) => [`MEDIA_MARK_PROCESSED ${name}`],
  };
}

function createJambonzPeer(): PeerDouble {
  return {
    begin: () => ['{"sampleRate":16000,"mixType":"mono","callSid":"c1"}'],
    speak: (samples) => [new Uint8Array(samples.slice().buffer)],
    read: (message): readonly PeerEvent[] => {
      if (typeof message !== 'string') return [{ kind: 'audio', samples: message.length / 2 }];
      if (message === '{"type":"disconnect"}') return [{ kind: 'action', action: { kind: 'hangUp' } }];
      return message === '{"type":"killAudio"}' ? [{ kind: 'clear' }] : [];
    },
    press: (digit) => [JSON.stringify({ event: 'dtmf', dtmf: digit, duration: '1600' })],
  };
}
