import type { ClientRequest, FakeVendor } from '../kit/fake.ts';
import { createTextReader } from '../../../src/testing/textAudio.ts';
import { findFile, parseForm, parseWav } from '../openaiStt/transcriptions.ts';
import { createJsonReply } from './replies.ts';

/**
 * The transcriptions of speaches 0.9.0-rc.3, read on 2026-12-01 in github.com/speaches-ai/speaches: src/speaches/routers/stt.py,
 * routers/models.py, routers/utils.py and dependencies.py. It has no realtime endpoint: that server detects speech itself, a
 * session cannot turn that off, and a commit meanwhile ends the connection (realtime/input_audio_buffer.py).
 */
export interface SpeachesFakeOptions {
  /** `API_KEY` of the server. @default none: every key is accepted */
  readonly key?: string;
  /** Models that were downloaded. @default ['Systran/faster-distil-whisper-small.en'] */
  readonly models?: readonly string[];
}

export const SPEACHES_MODEL = 'Systran/faster-distil-whisper-small.en';
const FIELDS = [
  'file',
  'model',
  'language',
  'prompt',
  'response_format',
  'temperature',
  'timestamp_granularities[]',
  'stream',
  'hotwords',
  'without_timestamps',
];
const FORMATS = ['text', 'json', 'verbose_json', 'srt', 'vtt'];

export function createSpeachesFake({ key, models = [SPEACHES_MODEL] }: SpeachesFakeOptions = {}): FakeVendor {
  const isLacking = (model: string): boolean => !models.includes(model);
  return {
    validate: (request) => (modelOfPath(request) === null ? validateForm(request) : []),
    refusalOf: (request) => {
      if (key !== undefined && request.headers['authorization'] !== `Bearer ${key}`) return 403;
      return isLacking(modelOfPath(request) ?? fieldsOf(request)['model'] ?? '') ? 404 : null;
    },
    refuse: (status) => createJsonReply(status, { detail: DETAILS[status] ?? 'Internal Server Error' }),
    answer: (request) => {
      const id = modelOfPath(request);
      if (id === null) return createJsonReply(200, { text: transcribe(request) });
      const model = { id, created: 0, object: 'model', owned_by: 'Systran', language: ['en'], task: TASK };
      return { ...createJsonReply(200, model), plain: true };
    },
  };
}

const TASK = 'automatic-speech-recognition';
const DETAILS: Readonly<Record<number, string>> = {
  403: 'Invalid API key. The provided API key is incorrect.',
  404: "Model 'it' is not installed locally. You can download the model using `POST /v1/models`",
};

/** The id of `GET /v1/models/{model_id:path}`; null for other requests. */
function modelOfPath({ method, path }: ClientRequest): string | null {
  const id = /^\/v1\/models\/(.+)$/u.exec(decodeURIComponent(path))?.[1];
  return method === 'GET' && id !== undefined ? id : null;
}

function validateForm(request: ClientRequest): readonly string[] {
  const { method, path, query } = request;
  if (method !== 'POST' || path !== '/v1/audio/transcriptions') return [`${method} ${path}`];
  const fields = fieldsOf(request);
  return [
    ...(query.length === 0 ? [] : ['parameters in the address']),
    ...Object.keys(fields).flatMap((name) => (FIELDS.includes(name) ? [] : [`no such field: ${name}`])),
    ...('file' in fields ? [] : ['no file']),
    ...((fields['model'] ?? '') === '' ? ['no model'] : []),
    ...(FORMATS.includes(fields['response_format'] ?? 'json') ? [] : ['no such response_format']),
  ];
}

function fieldsOf(request: ClientRequest): Readonly<Record<string, string>> {
  const parts = parseForm(request).map(({ name, filename, body }): [string, string] => [
    name,
    filename === '' ? Buffer.from(body).toString() : filename,
  ]);
  return Object.fromEntries(parts);
}

/** faster-whisper hears every rate, and begins each segment with a space. */
function transcribe(request: ClientRequest): string {
  const { sampleRate, samples } = parseWav(findFile(parseForm(request)));
  return ` ${createTextReader(sampleRate).push(samples)}`;
}
