import { createContextsConnection } from './elevenlabs/contexts.ts';
import { validateParameters, findParameter } from './elevenlabs/parameters.ts';
import type { ClientRequest, FakeReply, FakeVendor } from './kit/fake.ts';
import { encodeText } from '../../src/testing/textAudio.ts';

export interface ElevenLabsFakeOptions {
  /** @default 'fake-key' */
  readonly key?: string;
  /** Synthesises a text. @default encodeText */
  readonly synthesize?: (text: string, sampleRate: number) => Int16Array | Promise<Int16Array>;
  /** The origin of the characters' times. @default 'piece' */
  readonly timesFrom?: 'piece' | 'utterance';
  /** True if a flush is answered. @default false */
  readonly flushDone?: boolean;
}

/** ElevenLabs' TTS WebSocket of several contexts, `multi-stream-input`. */
export function createElevenLabsFake(options: ElevenLabsFakeOptions = {}): FakeVendor {
  const { key = 'fake-key', synthesize = encodeText, timesFrom = 'piece', flushDone = false } = options;
  return {
    validate: (request) => validateRequest(request, key),
    refuse,
    connect: (socket, { query }) =>
      createContextsConnection(socket, {
        encoding: findParameter(query, 'output_format', 'mp3_44100_128'),
        hasTags: findParameter(query, 'enable_ssml_parsing', 'false') === 'true',
        synthesize,
        timesFrom,
        flushDone,
      }),
  };
}

const PATH = /^\/v1\/text-to-speech\/[^/]+\/multi-stream-input$/u;

function validateRequest({ kind, path, query, headers }: ClientRequest, key: string): readonly string[] {
  return [
    ...(kind === 'upgrade' && PATH.test(path) ? [] : [`${kind} ${path}`]),
    ...(headers['xi-api-key'] === key ? [] : ['no key in xi-api-key']),
    ...validateParameters(query),
  ];
}

function refuse(status: number): FakeReply {
  const detail =
    status === 401
      ? { status: 'invalid_api_key', message: 'Invalid API key' }
      : { status: 'too_many_concurrent_requests', message: 'Too many concurrent requests' };
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ detail }) };
}
