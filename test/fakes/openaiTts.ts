import { asObject, asText, type JsonObject } from '../../src/wire/json.ts';
import type { ClientRequest, FakeReply, FakeVendor } from './kit/fake.ts';
import { encodeText } from '../../src/testing/textAudio.ts';

type Synthesize = (text: string, sampleRate: number) => Int16Array | Promise<Int16Array>;

export interface OpenAiTtsFakeOptions {
  /** @default 'fake-key' */
  readonly key?: string;
  /** Synthesises a text. @default encodeText */
  readonly synthesize?: Synthesize;
  /** The field of the audio in events, in which some compatible servers always answer. @default no events */
  readonly events?: 'audio' | 'delta';
}

const SAMPLE_RATE = 24_000;
/** A prime, so that samples are cut in two: chunks of the real server ignore samples. */
const PIECE_BYTES = 4801;

/** OpenAI's text to speech: `POST /v1/audio/speech`, in raw PCM. */
export function createOpenAiTtsFake({
  key = 'fake-key',
  synthesize = encodeText,
  events,
}: OpenAiTtsFakeOptions = {}): FakeVendor {
  return {
    validate: (request) => [...validateRequest(request, key), ...validateBody(parseBody(request))],
    refuse,
    answer: async (request) => {
      const samples = await synthesize(asText(parseBody(request)['input']), SAMPLE_RATE);
      const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
      if (events !== undefined) return createReply('text/event-stream; charset=utf-8', eventsOf(bytes, events));
      return createReply('audio/pcm', piecesOf(bytes));
    },
  };
}

function validateRequest({ method, path, query, headers }: ClientRequest, key: string): readonly string[] {
  return [
    ...(method === 'POST' && path === '/v1/audio/speech' ? [] : [`${method} ${path}`]),
    ...(query.length === 0 ? [] : ['there are no parameters']),
    ...(headers['authorization'] === `Bearer ${key}` ? [] : ['no bearer token']),
    ...(headers['content-type'] === 'application/json' ? [] : ['the body is JSON']),
  ];
}

function validateBody({
  model,
  voice,
  input,
  response_format,
  speed = 1,
  instructions,
  ...rest
}: JsonObject): readonly string[] {
  const isSpeed = typeof speed === 'number' && speed >= 0.25 && speed <= 4;
  return [
    ...(asText(model) === '' ? ['no model'] : []),
    ...(isVoice(voice) ? [] : [`no such voice: ${JSON.stringify(voice)}`]),
    ...validateInput(asText(input)),
    ...(response_format === 'pcm' ? [] : [`this server speaks pcm, not ${JSON.stringify(response_format)}`]),
    ...(isSpeed ? [] : [`no such speed: ${JSON.stringify(speed)}`]),
    ...(instructions === undefined || takesInstructions(asText(model)) ? [] : ['no instructions for this model']),
    ...Object.keys(rest).map((name) => `no such field: ${name}`),
  ];
}

function isVoice(voice: unknown): boolean {
  return asText(asObject(voice)?.['id']).startsWith('voice_') || /^[a-z]+$/u.test(asText(voice));
}

function validateInput(input: string): readonly string[] {
  return [
    ...(input.trim() === '' ? ['nothing to speak'] : []),
    ...(input.length <= 4096 ? [] : ['the input is longer than 4096 characters']),
  ];
}

function takesInstructions(model: string): boolean {
  return !model.startsWith('tts-1');
}

function parseBody({ body }: ClientRequest): JsonObject {
  try {
    return asObject(JSON.parse(Buffer.from(body).toString())) ?? {};
  } catch {
    return {};
  }
}

function createReply(type: string, body: AsyncIterable<Uint8Array>): FakeReply {
  return { status: 200, headers: { 'content-type': type, 'x-request-id': 'req_fake' }, body };
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) yield bytes.subarray(from, from + PIECE_BYTES);
}

async function* eventsOf(bytes: Uint8Array, field: 'audio' | 'delta'): AsyncGenerator<Uint8Array> {
  for await (const piece of piecesOf(bytes))
    yield event({ type: 'speech.audio.delta', [field]: Buffer.from(piece).toString('base64') });
  yield event({ type: 'speech.audio.done', usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 } });
  yield Buffer.from('data: [DONE]\n\n');
}

function event(data: object): Uint8Array {
  return Buffer.from(`data: ${JSON.stringify(data)}\n\n`);
}

function refuse(status: number): FakeReply {
  const error =
    status === 401
      ? { message: 'Incorrect API key provided.', type: 'invalid_request_error', param: null, code: 'invalid_api_key' }
      : { message: 'Rate limit reached.', type: 'requests', param: null, code: 'rate_limit_exceeded' };
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ error }) };
}
