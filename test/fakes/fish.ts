import { createLiveConnection } from './fish/live.ts';
import type { ClientRequest, FakeVendor } from './kit/fake.ts';
import { encodeText } from '../../src/testing/textAudio.ts';

export interface FishFakeOptions {
  /** @default 'fake-key' */
  readonly key?: string;
  /** Synthesises a text. @default encodeText */
  readonly synthesize?: (text: string, sampleRate: number) => Int16Array | Promise<Int16Array>;
  /** The message with which every utterance fails at its beginning. @default none */
  readonly failure?: string;
}

const TIMED_PATH = '/v1/tts/live/with-timestamp';
const PATHS: readonly string[] = ['/v1/tts/live', TIMED_PATH];
const BACKENDS: readonly string[] = ['s1', 's2-pro', 's2.1-pro', 's2.1-pro-free'];

/** Fish Audio's live TTS WebSocket, with and without the times of the words. */
export function createFishFake({
  key = 'fake-key',
  synthesize = encodeText,
  failure,
}: FishFakeOptions = {}): FakeVendor {
  return {
    validate: (request) => validateRequest(request, key),
    refuse: (status) => ({
      status,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ status, message: status === 401 ? 'Invalid api key' : 'Too many requests' }),
    }),
    connect: (socket, { path }) => createLiveConnection(socket, { synthesize, failure, isTimed: path === TIMED_PATH }),
  };
}

function validateRequest({ kind, path, query, headers }: ClientRequest, key: string): readonly string[] {
  const { authorization, model = '' } = headers;
  return [
    ...(kind === 'upgrade' && PATHS.includes(path) ? [] : [`${kind} ${path}`]),
    ...query.map(([name]) => `the parameter ${name}`),
    ...(authorization === `Bearer ${key}` ? [] : ['no key in authorization']),
    ...(BACKENDS.includes(model) ? [] : [`the model ${model}`]),
  ];
}
