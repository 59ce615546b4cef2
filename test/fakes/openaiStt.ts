import type { ClientRequest, FakeReply, FakeVendor } from './kit/fake.ts';
import { createTextReader, type TextReader } from '../../src/testing/textAudio.ts';
import { createRealtimeConnection } from './openaiStt/realtime.ts';
import { validateForm, createTranscription } from './openaiStt/transcriptions.ts';

export interface OpenAiSttFakeOptions {
  /** @default 'fake-key' */
  readonly key?: string;
  /** Creates the reader of an utterance. @default createTextReader */
  readonly createReader?: (sampleRate: number) => TextReader;
  /** The announced end of the session: Unix time in s. @default 0, which announces none */
  readonly expiresAt?: number;
  /** True to send the completions of the first two items in the wrong order. @default false */
  readonly swaps?: boolean;
}

/** OpenAI's speech to text: realtime transcription sessions, and transcriptions of files. */
export function createOpenAiSttFake(options: OpenAiSttFakeOptions = {}): FakeVendor {
  const filled = { key: 'fake-key', createReader: createTextReader, expiresAt: 0, swaps: false, ...options };
  return {
    validate: (request) => [
      ...validateKey(request, filled.key),
      ...(request.kind === 'upgrade' ? validateUpgrade(request) : isModelRequest(request) ? [] : validateForm(request)),
    ],
    refuse,
    connect: (socket) => createRealtimeConnection(socket, filled),
    answer: (request) => (isModelRequest(request) ? MODEL : createTranscription(request, filled.createReader)),
  };
}

/** Checks whether a request is that by which clients check their key. */
function isModelRequest({ kind, method, path }: ClientRequest): boolean {
  return kind === 'request' && method === 'GET' && path.startsWith('/v1/models/');
}

const MODEL: FakeReply = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ id: 'm', object: 'model', created: 0, owned_by: 'openai' }),
  plain: true,
};

function validateKey({ headers, query }: ClientRequest, key: string): readonly string[] {
  return [
    ...(headers['authorization'] === `Bearer ${key}` ? [] : ['no bearer token']),
    ...(query.some(([, value]) => value.includes(key)) ? ['a key in the address'] : []),
  ];
}

/** Finds violations. A model is for gateways: OpenAI's own server takes none. */
function validateUpgrade({ path, query, headers }: ClientRequest): readonly string[] {
  const [intent, ...rest] = query.map((pair) => pair.join('='));
  return [
    ...(path === '/v1/realtime' ? [] : [`the path ${path}`]),
    ...(intent === 'intent=transcription' ? [] : ['no intent']),
    ...rest.filter((pair) => !/^model=./u.test(pair)).map((pair) => `the parameter ${pair}`),
    ...(headers['openai-beta'] === undefined ? [] : ['the beta interface']),
  ];
}

function refuse(status: number): FakeReply {
  const error =
    status === 401
      ? { message: 'Incorrect API key provided.', type: 'invalid_request_error', param: null, code: 'invalid_api_key' }
      : { message: 'Rate limit reached.', type: 'requests', param: null, code: 'rate_limit_exceeded' };
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ error }) };
}
