import { asNumber, asText, type JsonObject } from '../../../src/wire/json.ts';
import { encodeText } from '../../../src/testing/textAudio.ts';
import type { ClientRequest, FakeReply, FakeVendor } from '../kit/fake.ts';
import { createJsonReply, parseJsonBody } from './replies.ts';

const SAMPLE_RATE = 24_000;
/** Chunks of a stream ignore samples. */
const PIECE_BYTES = 4801;
const MODELS = ['tts-1', 'tts-1-hd', 'kokoro', 'gpt-4o-mini-tts'];
const VOICES = ['af_heart', 'af_bella', 'af_sky', 'am_adam', 'am_michael', 'bf_emma', 'bm_george'];
/** OpenAI's names, which stand for voices of Kokoro. */
const ALIASES = ['alloy', 'ash', 'coral', 'echo', 'fable', 'onyx', 'nova', 'sage', 'shimmer'];
const FORMATS = ['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'];
const FIELDS = ['model', 'input', 'voice', 'response_format', 'speed', 'stream', 'lang_code', 'volume_multiplier'];

/**
 * `POST /v1/audio/speech` of Kokoro-FastAPI 0.8.0, streamed, read on 2026-12-01 in github.com/remsky/Kokoro-FastAPI:
 * api/src/routers/openai_compatible.py, structures/schemas.py and core/openai_mappings.json. Every key is accepted.
 */
export function createKokoroFake(): FakeVendor {
  return {
    validate: (request) => [...validateRequest(request), ...validateBody(parseJsonBody(request))],
    refuse: (status) =>
      createJsonReply(status, {
        detail: { error: 'processing_error', message: 'Processing failed', type: 'server_error' },
      }),
    answer: (request): FakeReply => {
      const samples = encodeText(asText(parseJsonBody(request)['input']), SAMPLE_RATE);
      const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
      return { status: 200, headers: HEADERS, body: piecesOf(bytes) };
    },
  };
}

const HEADERS = {
  'content-type': 'audio/pcm',
  'content-disposition': 'attachment; filename=speech.pcm',
  'x-accel-buffering': 'no',
  'cache-control': 'no-cache',
};

function validateRequest({ method, path, query, headers }: ClientRequest): readonly string[] {
  return [
    ...(method === 'POST' && path === '/v1/audio/speech' ? [] : [`${method} ${path}`]),
    ...(query.length === 0 ? [] : ['there are no parameters']),
    ...(headers['content-type'] === 'application/json' ? [] : ['the body is JSON']),
  ];
}

function validateBody(body: JsonObject): readonly string[] {
  const { model, voice = 'af_heart', response_format, speed = 1, input } = body;
  const rate = asNumber(speed) ?? 0;
  return [
    ...Object.keys(body).flatMap((name) => (FIELDS.includes(name) ? [] : [`no such field: ${name}`])),
    ...(MODELS.includes(asText(model)) ? [] : [`Unsupported model: ${asText(model)}`]),
    ...asText(voice)
      .split(/[+-]/u)
      .flatMap((token) => (isVoice(token) ? [] : [`Voice '${token}' not found`])),
    ...(response_format === 'pcm' && FORMATS.includes(response_format) ? [] : ['this fake speaks pcm only']),
    ...(rate >= 0.25 && rate <= 4 ? [] : [`no such speed: ${String(speed)}`]),
    ...(asText(input).trim() === '' ? ['nothing to speak'] : []),
  ];
}

/** A name, or a name with its weight in a mix. */
function isVoice(token: string): boolean {
  const name = /^([^()]+)(?:\(\d+(?:\.\d+)?\))?$/u.exec(token)?.[1] ?? '';
  return VOICES.includes(name) || ALIASES.includes(name);
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) yield bytes.subarray(from, from + PIECE_BYTES);
}
