import type { Door, FakeReply, FakeVendor } from './kit/fake.ts';
import { createTextReader } from './kit/sound.ts';
import type { TextReader } from './kit/sound.ts';
import { realtimeTalk } from './openaiStt/realtime.ts';
import { judgeForm, transcription } from './openaiStt/transcriptions.ts';

export interface OpenAiSttFakeOptions {
  /** @default 'fake-key' */
  readonly key?: string;
  /** What hears the audio. @default createTextReader */
  readonly ear?: (sampleRate: number) => TextReader;
  /** When the session is said to end: Unix time in s. @default 0, which says nothing */
  readonly expiresAt?: number;
  /** Whether the completions of the first two items come in the wrong order. @default false */
  readonly swaps?: boolean;
}

/** OpenAI's speech to text: realtime transcription sessions, and transcriptions of files. */
export function openAiSttFake(options: OpenAiSttFakeOptions = {}): FakeVendor {
  const filled = { key: 'fake-key', ear: createTextReader, expiresAt: 0, swaps: false, ...options };
  return {
    judge: (door) => [
      ...judgeKey(door, filled.key),
      ...(door.kind === 'upgrade' ? judgeUpgrade(door) : isModel(door) ? [] : judgeForm(door)),
    ],
    refuse,
    talk: (socket) => realtimeTalk(socket, filled),
    answer: (door) => (isModel(door) ? MODEL : transcription(door, filled.ear)),
  };
}

/** What a client asks to see whether its key is good. */
function isModel({ kind, method, path }: Door): boolean {
  return kind === 'request' && method === 'GET' && path.startsWith('/v1/models/');
}

const MODEL: FakeReply = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ id: 'm', object: 'model', created: 0, owned_by: 'openai' }),
  plain: true,
};

function judgeKey({ headers, query }: Door, key: string): readonly string[] {
  return [
    ...(headers['authorization'] === `Bearer ${key}` ? [] : ['no bearer token']),
    ...(query.some(([, value]) => value.includes(key)) ? ['a key in the address'] : []),
  ];
}

/** A gateway's door: OpenAI's own takes no model. */
function judgeUpgrade({ path, query, headers }: Door): readonly string[] {
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
