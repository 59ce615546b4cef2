import type { PeerDouble, PeerEvent } from '../../src/testing/contracts/mediaAdapterContract.ts';

/** Creates a channel of Asterisk's at 16 kHz, in plain text. */
export function createAsteriskPeer(): PeerDouble {
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

/** Creates a jambonz that lets the server listen to a call. */
export function createJambonzPeer(): PeerDouble {
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
