import { contextsTalk } from './elevenlabs/contexts.ts';
import { judgeParameters, parameterOf } from './elevenlabs/parameters.ts';
import type { Door, FakeReply, FakeVendor } from './kit/fake.ts';
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
export function elevenLabsFake(options: ElevenLabsFakeOptions = {}): FakeVendor {
  const { key = 'fake-key', voice = encodeText, timesFrom = 'piece', flushDone = false } = options;
  return {
    judge: (door) => judge(door, key),
    refuse,
    talk: (socket, { query }) =>
      contextsTalk(socket, {
        encoding: parameterOf(query, 'output_format', 'mp3_44100_128'),
        hasTags: parameterOf(query, 'enable_ssml_parsing', 'false') === 'true',
        voice,
        timesFrom,
        flushDone,
      }),
  };
}

const PATH = /^\/v1\/text-to-speech\/[^/]+\/multi-stream-input$/u;

function judge({ kind, path, query, headers }: Door, key: string): readonly string[] {
  return [
    ...(kind === 'upgrade' && PATH.test(path) ? [] : [`${kind} ${path}`]),
    ...(headers['xi-api-key'] === key ? [] : ['no key in xi-api-key']),
    ...judgeParameters(query),
  ];
}

function refuse(status: number): FakeReply {
  const detail =
    status === 401
      ? { status: 'invalid_api_key', message: 'Invalid API key' }
      : { status: 'too_many_concurrent_requests', message: 'Too many concurrent requests' };
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ detail }) };
}
