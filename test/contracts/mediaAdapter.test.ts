import { describe, expect, test } from 'vitest';
import { intercom } from '../../examples/intercom/intercom.ts';
import type { MediaAdapter, MediaCodec, PeerMessage } from '../../src/core/mediaAdapter.ts';
import { antiphonV1 } from '../../src/server/protocols/antiphonV1.ts';
import { realtime, realtimeInTracks } from '../../src/server/adapters/realtime/realtime.ts';
import { twilio } from '../../src/server/adapters/twilio/twilio.ts';
import {
  createMediaAdapterContract,
  type MediaAdapterSubject,
  type PeerDouble,
  type PeerEvent,
} from '../../src/testing/contracts/mediaAdapterContract.ts';
import { bytesOfSamples, toBase64 } from '../../src/wire/bytes.ts';
import { createRtcAdapter } from '../../src/webrtc/rtcAdapter.ts';
import { DOUBLES } from '../server/adapters/telephone/doubles.ts';
import { brokenOf } from './suites.ts';
import { createTwilioPeer } from './twilioPeer.ts';

const SUBJECTS: readonly MediaAdapterSubject[] = [
  {
    adapter: antiphonV1,
    createPeer: createClient,
    malformed: ['{"type":"input.digit","digit":"11"}', new Uint8Array(3)],
  },
  {
    adapter: twilio,
    createPeer: createTwilioPeer,
    malformed: ['{"event":"dtmf","dtmf":{"digit":"11"}}', '{"event":"mark"}'],
  },
  ...Object.values(DOUBLES),
  { adapter: realtime, createPeer: createRealtimePeer },
  { adapter: intercom, createPeer: createIntercom, malformed: ['KEY 11', new Uint8Array(3)] },
];

const OVER_WEBRTC: MediaAdapterSubject = {
  adapter: createRtcAdapter(antiphonV1),
  createPeer: createRtcPeer,
  malformed: ['T{"type":"input.digit","digit":"11"}', 'B'],
};

const REALTIME_OVER_WEBRTC: MediaAdapterSubject = {
  adapter: createRtcAdapter(realtimeInTracks),
  createPeer: () => {
    const { begin, speak, read } = createRtcPeer();
    return { begin, speak, read };
  },
};

describe.each([OVER_WEBRTC, REALTIME_OVER_WEBRTC])(
  'the adapter of $adapter.protocol over WebRTC keeps the contract',
  (subject) => {
    for (const { name, run } of createMediaAdapterContract(subject)) test(name, run);
  },
);

describe.each(SUBJECTS)('the adapter of $adapter.protocol keeps the contract', (subject) => {
  for (const { name, run } of createMediaAdapterContract(subject)) test(name, run);
});

function createClient(): PeerDouble {
  return {
    begin: () => [],
    speak: (samples) => [new Uint8Array(samples.slice().buffer)],
    read: (message) => {
      if (typeof message !== 'string') return [{ kind: 'audio', samples: message.length / 2 }];
      return JSON.parse(message).type === 'clear' ? [{ kind: 'clear' }] : [];
    },
    press: (digit) => [JSON.stringify({ type: 'input.digit', digit })],
    leave: () => ['{"type":"session.end"}'],
  };
}

function createRtcPeer(): PeerDouble {
  const { begin, speak, press, leave } = createClient();
  const overChannel = (messages: readonly PeerMessage[]): readonly PeerMessage[] =>
    messages.map((message) => `T${String(message)}`);
  return {
    begin,
    speak,
    read: (message) => {
      if (typeof message !== 'string') return [{ kind: 'audio', samples: message.length / 2 }];
      return message.startsWith('P') && JSON.parse(message.slice(1)).type === 'clear' ? [{ kind: 'clear' }] : [];
    },
    press: (digit) => overChannel(press?.(digit) ?? []),
    leave: () => overChannel(leave?.() ?? []),
  };
}

function createRealtimePeer(): PeerDouble {
  return {
    begin: () => ['{"type":"session.update","session":{"type":"realtime"}}'],
    speak: (samples) => [
      JSON.stringify({ type: 'input_audio_buffer.append', audio: toBase64(bytesOfSamples(samples)) }),
    ],
    read: (message) => {
      const { type, event_id, delta } = JSON.parse(String(message));
      expect([typeof type, typeof event_id]).toEqual(['string', 'string']);
      const isAudio = type === 'response.output_audio.delta';
      return isAudio ? [{ kind: 'audio', samples: Buffer.from(delta, 'base64').length / 2 }] : [];
    },
  };
}

function createIntercom(): PeerDouble {
  return {
    begin: () => ['RING'],
    speak: (samples) => [new Uint8Array(samples.slice().buffer)],
    read: (message): readonly PeerEvent[] => {
      if (typeof message !== 'string') return [{ kind: 'audio', samples: message.length / 2 }];
      if (message === 'HANGUP') return [{ kind: 'action', action: { kind: 'hangUp' } }];
      return message === 'CLEAR' ? [{ kind: 'clear' }] : [{ kind: 'mark', name: message.slice('REPORT '.length) }];
    },
    press: (digit) => [`KEY ${digit}`],
    reach: (name) => [`PLAYED ${name}`],
    leave: () => ['CLOSED'],
  };
}

/** The intercom with a defect. `change` gets a codec that works. */
function broken(change: (codec: MediaCodec) => Partial<MediaCodec>, capabilities = {}): Promise<readonly string[]> {
  const createCodec: MediaAdapter['createCodec'] = (...session) => {
    const codec = intercom.createCodec(...session);
    return { ...codec, ...change(codec) };
  };
  const adapter = { ...intercom, createCodec, capabilities: { ...intercom.capabilities, ...capabilities } };
  const subject = { adapter, createPeer: createIntercom, malformed: ['KEY 11'] };
  return brokenOf(createMediaAdapterContract(subject)).then((failed) => Object.keys(failed));
}

const shared = intercom.createCodec({} as never, { allowsInterruptions: true });
const reused = new Int16Array(320);

const DEFECTS: Readonly<Record<string, readonly [(codec: MediaCodec) => Partial<MediaCodec>, string]>> = {
  'that sends before its peer has begun': [
    () => ({ encode: ({ kind }) => (kind === 'audio' ? [new Uint8Array(640)] : []) }),
    'nothing is sent to a peer before it has begun',
  ],
  'that opens at every message': [
    ({ decode }) => ({ decode: (message) => [...decode(message), { kind: 'opened' }] }),
    'a peer opens the conversation once, when it begins',
  ],
  'that takes two beginnings': [
    ({ decode }) => ({
      decode: (message) => (message === 'RING' ? tryOr(() => decode(message), []) : decode(message)),
    }),
    'a peer opens the conversation once, when it begins',
  ],
  'that swaps bytes of audio': [
    ({ decode }) => ({
      decode: (message) => decode(typeof message === 'string' ? message : message.slice().reverse()),
    }),
    "the user's audio arrives at the agreed rate, sample for sample",
  ],
  'that cuts long frames': [
    ({ encode }) => ({
      encode: (output) =>
        encode(output.kind === 'audio' ? { ...output, samples: output.samples.slice(0, 640) } : output),
    }),
    "the agent's audio is as long for the peer as it was, in frames of 20, 40 and 60 ms",
  ],
  'that writes into memory which is sent': [
    ({ encode }) => ({
      encode: (output) => {
        if (output.kind !== 'audio' || encode(output).length === 0) return encode(output);
        reused.set(output.samples.subarray(0, 320));
        return [new Uint8Array(reused.buffer)];
      },
    }),
    'later messages do not change encoded audio',
  ],
  'that clears nothing': [
    ({ encode }) => ({ encode: (output) => (output.kind === 'message' ? [] : encode(output)) }),
    'audio that is not played is dropped on request',
  ],
  'that hangs up and does not declare it': [
    () => ({ act: () => ['HANGUP'] }),
    'only declared actions are requested from the line, after the peer has begun',
  ],
  'that loses marks': [
    ({ encode }) => ({ encode: (output) => (output.kind === 'mark' ? [] : encode(output)) }),
    'a mark returns with its name',
  ],
  'that knows no star': [
    ({ decode }) => ({ decode: (message) => (message === 'KEY *' ? [] : decode(message)) }),
    'every telephone key arrives',
  ],
  'that does not notice the end': [
    ({ decode }) => ({ decode: (message) => (message === 'CLOSED' ? [] : decode(message)) }),
    'a peer that leaves ends the session',
  ],
  'that fails at the end': [
    ({ encode }) => ({
      encode: (output) => {
        if (output.kind === 'message' && output.message.type === 'session.ended') throw new Error('no farewell');
        return encode(output);
      },
    }),
    'every message of the session can be written, before and after the peer has begun',
  ],
  'that fails at an empty message': [
    ({ decode }) => ({ decode: (message) => (message === '' ? ([][0] as never)['kind'] : decode(message)) }),
    'a message outside the protocol is ignored or refused, and the next one is understood',
  ],
  'that takes any key': [
    ({ decode }) => ({ decode: (message) => (message === 'KEY 11' ? [] : decode(message)) }),
    'a message outside the protocol is ignored or refused, and the next one is understood',
  ],
  'that makes a long silence of one message': [
    ({ decode }) => ({
      decode: (message) =>
        message.length > 10_000
          ? [{ kind: 'audio', frame: { samples: new Int16Array(200_000), sampleRate: 16_000 } }]
          : decode(message),
    }),
    'a message of the maximum length contains at most 10 s of audio',
  ],
  'that has one state for all': [() => shared, 'sessions share nothing'],
};

test.each(Object.entries(DEFECTS))('an adapter %s breaks it', async (_, [change, promise]) => {
  expect(await broken(change)).toContain(promise);
});

test('an adapter that declares an action and cannot be asked for it breaks it', async () => {
  expect(await broken(() => ({}), { actions: ['hangUp'] })).toEqual([
    'only declared actions are requested from the line, after the peer has begun',
  ]);
});

test('promises that the capabilities rule out are not asked for', async () => {
  const none = { heard: 'paced', clears: false, digits: false } as const;
  const subject = {
    adapter: { ...intercom, capabilities: { ...intercom.capabilities, ...none } },
    createPeer: createIntercom,
  };
  const names = createMediaAdapterContract(subject).map(({ name }) => name);
  expect(names).not.toContain('a mark returns with its name');
  expect(names).not.toContain('audio that is not played is dropped on request');
  expect(names).not.toContain('every telephone key arrives');
});

function tryOr<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}
