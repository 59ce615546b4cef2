import { afterEach, beforeEach, describe, test } from 'vitest';
import { sonioxStt } from '../../../providers/soniox/stt.ts';
import type { SttInput } from '../../../src/core/ports.ts';
import { encodeText } from '../../../src/testing/textAudio.ts';
import { parseObject, type JsonObject } from '../../../src/wire/json.ts';
import type { SocketFrame, SocketRequest } from '../../../src/wire/socket.ts';
import { startFake, type FakeServer } from '../kit/fake.ts';
import { createSonioxSttFake } from '../soniox/stt.ts';
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
  server = await startFake(createSonioxSttFake());
});

afterEach(() => server.close());

function request(change: (request: SocketRequest) => SocketRequest): Tampering {
  return { request: change };
}

/** Changes the start message. */
function start(change: (message: JsonObject) => JsonObject): Tampering {
  return texts((frame) => {
    const message = parseObject(frame);
    return message?.['model'] === undefined ? [frame] : [JSON.stringify(change(message))];
  });
}

function texts(change: (frame: string) => readonly SocketFrame[]): Tampering {
  return { frames: (frame) => (typeof frame === 'string' ? change(frame) : [frame]) };
}

function audio(change: (frame: Uint8Array) => readonly SocketFrame[]): Tampering {
  return { frames: (frame) => (typeof frame === 'string' ? [frame] : change(frame)) };
}

describe('the fake of Soniox catches an adapter that', () => {
  test.each<[what: string, tampering: Tampering, fault: string]>([
    ['sends no key', request(({ url }) => ({ url, headers: {} })), 'Authorization must be'],
    [
      'sends the key as Deepgram wants it',
      request(({ url }) => ({ url, headers: { Authorization: 'Token secret' } })),
      'Authorization must be',
    ],
    [
      'puts the key into the address',
      request(({ url, headers }) => ({ url: `${url}?api_key=secret`, headers })),
      'there is no parameter api_key',
    ],
    [
      'asks at another path',
      request(({ url, headers }) => ({ url: url.replace('transcribe-websocket', 'tts-websocket'), headers })),
      'the path is /transcribe-websocket',
    ],
    [
      'repeats the key in the start message',
      start((all) => ({ ...all, api_key: 'secret' })),
      'the key is in the start',
    ],
    ['sends audio first', texts(() => []), 'the first frame is not the start message'],
    ['forgets the rate', start((all) => ({ ...all, sample_rate: undefined })), 'sample_rate is missing'],
    ['names another model', start((all) => ({ ...all, model: 'stt-async-v5' })), 'model cannot be'],
    ['names another format', start((all) => ({ ...all, audio_format: 'linear16' })), 'audio_format cannot be'],
    ['sends whole tags', start((all) => ({ ...all, language_hints: ['en-US'] })), 'language_hints cannot be'],
    ['waits too short', start((all) => ({ ...all, max_endpoint_delay_ms: 100 })), 'max_endpoint_delay_ms cannot be'],
    ['gives terms weights', start((all) => ({ ...all, context: { terms: [['a', 1]] } })), 'context cannot be'],
    ['sends a field that is none', start((all) => ({ ...all, keywords: ['a'] })), 'there is no field keywords'],
    ['asks as Deepgram is asked', texts((frame) => [frame.replace('finalize', 'Finalize')]), 'there is no message'],
    ['cuts samples in two', audio((frame) => [frame.subarray(1)]), 'half a sample'],
    ['sends an empty frame', audio((frame) => [new Uint8Array(), frame]), 'after the end of the stream'],
  ])('%s', (_, tampering, fault) => {
    const settings = { api_key: 'secret', base_url: server.origin };
    return waitForFault(server, sonioxStt(settings, { openSocket: createTamperedSocket(tampering) }), SPEECH, fault);
  });
});
