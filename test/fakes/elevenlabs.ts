import { createContextsConnection } from './elevenlabs/contexts.ts';
import { validateParameters, findParameter } from './elevenlabs/parameters.ts';
import type { ClientRequest, FakeReply, FakeVendor } from './kit/fake.ts';
import { encodeText } from './kit/sound.ts';

export interface ElevenLabsFakeOptions {
  /** @default 'fake-key' */
  readonly key?: string;
  /** What speaks. @default encodeText */
  readonly voice?: (text: string, sampleRate: number) => Int16Array | Promise<Int16Array>;
  /** What the times of characters count from. @default 'piece' */
  readonly timesFrom?: 'piece' | 'utterance';
  /** Whether a flush is answered. @default false */
  readonly flushDone?: boolean;
}

/** ElevenLabs' TTS WebSocket of several contexts, `multi-stream-input`. */
export function createElevenLabsFake(options: ElevenLabsFakeOptions = {}): FakeVendor {
  const { key = 'fake-key', voice = encodeText, timesFrom = 'piece', flushDone = false } = options;
  return {
    validate: (request) => validateRequest(request, key),
    refuse,
    connect: (socket, { query }) =>
      createContextsConnection(socket, {
        encoding: findParameter(query, 'output_format', 'mp3_44100_128'),
        hasTags: findParameter(query, 'enable_ssml_parsing', 'false') === 'true',
        voice,
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
