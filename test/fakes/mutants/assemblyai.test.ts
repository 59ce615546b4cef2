import { afterEach, beforeEach, describe, test } from 'vitest';
import { assemblyAiStt } from '../../../providers/assemblyai/stt.ts';
import type { SttInput } from '../../../src/core/ports.ts';
import { encodeText } from '../../../src/testing/textAudio.ts';
import type { SocketFrame } from '../../../src/wire/socket.ts';
import { createAssemblyAiSttFake } from '../assemblyai/stt.ts';
import { startFake, type FakeServer } from '../kit/fake.ts';
import { createTamperedSocket, type Tampering } from './tampering.ts';
import { waitForFault } from './waitForFault.ts';

const RATE = 16_000;
const SPEECH: readonly SttInput[] = [
  { kind: 'start', segment: 0 },
  { kind: 'audio', segment: 0, frame: { samples: encodeText('thank you', RATE), sampleRate: RATE } },
  { kind: 'end', segment: 0 },
];

let server: FakeServer;

beforeEach(async () => {
  server = await startFake(createAssemblyAiSttFake());
});

afterEach(() => server.close());

function key(authorization: string): Tampering {
  return { request: ({ url }) => ({ url, headers: { Authorization: authorization } }) };
}

function query(change: (query: URLSearchParams) => void): Tampering {
  return {
    request: ({ url, headers }) => {
      const changed = new URL(url);
      change(changed.searchParams);
      return { url: changed.href, headers };
    },
  };
}

function texts(change: (frame: string) => readonly SocketFrame[]): Tampering {
  return { frames: (frame) => (typeof frame === 'string' ? change(frame) : [frame]) };
}

function audio(change: (frame: Uint8Array) => readonly SocketFrame[]): Tampering {
  return { frames: (frame) => (typeof frame === 'string' ? [frame] : change(frame)) };
}

describe('the fake of AssemblyAI catches an adapter that', () => {
  test.each<[what: string, tampering: Tampering, fault: string]>([
    ['sends no key', key(''), 'Authorization must be the key alone'],
    ['takes the key for a bearer token', key('Bearer secret'), 'Authorization must be the key alone'],
    ['puts the key into the address', query((all) => all.append('token', 'secret')), 'the key is in the URL'],
    [
      'asks at another path',
      { request: ({ url, headers }) => ({ url: url.replace('/v3/', '/v2/'), headers }) },
      'the path is /v3/ws',
    ],
    ['names no model', query((all) => all.delete('speech_model')), 'speech_model is missing'],
    ['names another model', query((all) => all.set('speech_model', 'nova-3')), 'speech_model cannot be'],
    ['misspells a parameter', query((all) => all.append('sampleRate', '16000')), 'there is no parameter sampleRate'],
    ['repeats a parameter', query((all) => all.append('sample_rate', '16000')), 'sample_rate is repeated'],
    ['repeats keyterms', query((all) => all.append('keyterms_prompt', 'Antiphon')), 'keyterms_prompt cannot be'],
    [
      'asks Universal-3 for a threshold',
      query((all) => all.append('end_of_turn_confidence_threshold', '0.5')),
      'end_of_turn_confidence_threshold is for Universal-Streaming',
    ],
    ['sends short frames', audio((frame) => [frame.subarray(0, 320)]), 'Input duration violation'],
    ['sends long frames', audio(() => [new Uint8Array(32_002)]), 'Input duration violation'],
    ['cuts samples in two', audio((frame) => [frame.subarray(1)]), 'half a sample'],
    ['asks as Deepgram is asked', texts(() => ['{"type":"Finalize"}']), 'Invalid Message Type'],
    ['goes on after Terminate', audio((frame) => ['{"type":"Terminate"}', frame]), 'a frame came after Terminate'],
  ])('%s', (_, tampering, fault) => {
    const settings = { api_key: 'secret', base_url: server.origin };
    return waitForFault(
      server,
      assemblyAiStt(settings, { openSocket: createTamperedSocket(tampering) }),
      SPEECH,
      fault,
    );
  });
});
