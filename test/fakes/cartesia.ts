import type { ClientRequest, FakeReply, FakeVendor } from './kit/fake.ts';
import { encodeText } from '../../src/testing/textAudio.ts';
import { createContextsConnection } from './cartesia/contexts.ts';

export interface CartesiaFakeOptions {
  /** @default 'fake-key' */
  readonly key?: string;
  /** Synthesises a text. @default encodeText */
  readonly synthesize?: (text: string, sampleRate: number) => Int16Array | Promise<Int16Array>;
  /** True if a context is over as soon as its text is spoken, as after a stall. @default false */
  readonly expiresAtOnce?: boolean;
  /** True if each word comes by itself: its time, then its audio. @default false */
  readonly wordByWord?: boolean;
}

/** Cartesia's TTS WebSocket. */
export function createCartesiaFake(options: CartesiaFakeOptions = {}): FakeVendor {
  const filled = { key: 'fake-key', synthesize: encodeText, expiresAtOnce: false, wordByWord: false, ...options };
  return {
    validate: (request) => validateRequest(request, filled.key),
    refuse,
    connect: (socket, { headers }) =>
      createContextsConnection(socket, { ...filled, version: headers['cartesia-version'] ?? '' }),
  };
}

/** The version decides how the key is given. */
const KEY_HEADERS: Readonly<Record<string, (key: string) => readonly [name: string, value: string]>> = {
  '2026-08-14': (key) => ['authorization', `Bearer ${key}`],
  '2026-03-01': (key) => ['authorization', `Bearer ${key}`],
  '2024-11-13': (key) => ['x-api-key', key],
};

function validateRequest({ kind, path, query, headers }: ClientRequest, key: string): readonly string[] {
  const [name, value] = KEY_HEADERS[headers['cartesia-version'] ?? '']?.(key) ?? [];
  return [
    ...(kind === 'upgrade' && path === '/tts/websocket' ? [] : [`${kind} ${path}`]),
    ...query.map(([parameter]) => `the parameter ${parameter}`),
    ...(name === undefined ? [`the version ${headers['cartesia-version']}`] : []),
    ...(name !== undefined && headers[name] !== value ? [`no key in ${name}`] : []),
  ];
}

function refuse(status: number): FakeReply {
  const refusal =
    status === 401
      ? { title: 'Unauthorized', message: 'Invalid API key.', error_code: 'invalid_api_key' }
      : { title: 'Too many requests', message: 'Concurrency limit reached.', error_code: 'concurrency_limited' };
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...refusal, status_code: status, request_id: 'request-1' }),
  };
}
