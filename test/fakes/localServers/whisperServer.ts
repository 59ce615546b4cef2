import type { ClientRequest, FakeReply, FakeVendor } from '../kit/fake.ts';
import { createTextReader } from '../../../src/testing/textAudio.ts';
import { findFile, parseForm, parseWav } from '../openaiStt/transcriptions.ts';
import { createJsonReply } from './replies.ts';

const INFERENCE_PATH = '/v1/audio/transcriptions';
/** Rate of the audio that a build without ffmpeg reads, in Hz. */
const SAMPLE_RATE = 16_000;
/** The fields of a form that the server reads; it reads no model, because it has one. */
const FIELDS = ['file', 'model', 'language', 'prompt', 'response_format', 'temperature', 'suppress_nst'];

/**
 * The server of whisper.cpp 1.9.3, started with `--inference-path /v1/audio/transcriptions`, read on 2026-12-01 in
 * github.com/ggml-org/whisper.cpp: examples/server/server.cpp. Without a key, and without a list of models.
 */
export function createWhisperServerFake(): FakeVendor {
  return {
    validate: (request) => (request.method === 'POST' ? validateForm(request) : []),
    refuse: (status) => createJsonReply(status, { error: 'failed to process audio' }),
    answer: (request) =>
      request.method === 'POST' ? createJsonReply(200, { text: transcribe(request) }) : notFound(request.path),
  };
}

function validateForm(request: ClientRequest): readonly string[] {
  const names = parseForm(request).map(({ name }) => name);
  return [
    ...(request.path === INFERENCE_PATH ? [] : [`POST ${request.path}`]),
    ...(names.includes('file') ? [] : ["no 'file' field in the request"]),
    ...names.flatMap((name) => (FIELDS.includes(name) ? [] : [`no such field: ${name}`])),
    ...(parseWav(findFile(parseForm(request))).sampleRate === SAMPLE_RATE ? [] : ['failed to read audio data']),
  ];
}

/** Writes each segment on a line of its own, behind a space; the fake's segments are sentences. */
function transcribe(request: ClientRequest): string {
  const { samples } = parseWav(findFile(parseForm(request)));
  const text = createTextReader(SAMPLE_RATE).push(samples);
  return text.replaceAll(/[^.?!]+[.?!]?\s*/gu, (sentence) => ` ${sentence.trim()}\n`);
}

function notFound(path: string): FakeReply {
  return { status: 404, headers: { 'content-type': 'text/plain' }, body: `File Not Found (${path})`, plain: true };
}
