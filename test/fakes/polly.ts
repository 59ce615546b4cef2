// Amazon Polly's SynthesizeSpeech, written from https://docs.aws.amazon.com/polly/latest/dg/API_SynthesizeSpeech.html (in
// the words of @aws-sdk/client-polly 3.1142.0), https://docs.aws.amazon.com/polly/latest/dg/speechmarks.html,
// https://docs.aws.amazon.com/polly/latest/dg/output.html, https://docs.aws.amazon.com/polly/latest/dg/limits.html and
// https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html, read on 2026-12-01.
import { encodeText } from '../../src/testing/textAudio.ts';
import type { ClientRequest, FakeReply, FakeVendor } from './kit/fake.ts';
import { validateSignature, type AccessKey } from './polly/signature.ts';
import { createMarks, parseBody, readText, validateBody } from './polly/synthesis.ts';

export interface PollyFakeOptions {
  /** @default ACCESS_KEY */
  readonly key?: AccessKey;
  /** Synthesises a text. @default encodeText */
  readonly synthesize?: (text: string, sampleRate: number) => Int16Array | Promise<Int16Array>;
  /** The exception with which requests for speech marks are refused. @default none */
  readonly marksFail?: { readonly status: number; readonly name: string };
}

export const ACCESS_KEY: AccessKey = {
  id: 'AKIAFAKEFAKEFAKEFAKE',
  secret: 'fake/secret+of+an+access+key',
  region: 'us-east-1',
};

export function createPollyFake({
  key = ACCESS_KEY,
  synthesize = encodeText,
  marksFail,
}: PollyFakeOptions = {}): FakeVendor {
  return {
    validate: (request) => validateRequest(request, key),
    refuse: (status) =>
      status === 401
        ? createException(403, 'UnrecognizedClientException', 'The security token included in the request is invalid.')
        : createException(400, 'ThrottlingException', 'Rate exceeded'),
    answer: async (request) => {
      const body = parseBody(request);
      const rate = Number(body['SampleRate'] ?? 16_000);
      const text = readText(body);
      const samples = await synthesize(text, rate);
      if (body['OutputFormat'] === 'pcm') return createAnswer('audio/pcm', new Uint8Array(samples.slice().buffer));
      if (marksFail !== undefined) return createException(marksFail.status, marksFail.name, 'no speech marks');
      const marks = createMarks(body, (samples.length * 1000) / rate);
      return { ...createAnswer('application/x-json-stream', marks), plain: true };
    },
  };
}

function validateRequest(request: ClientRequest, key: AccessKey): readonly string[] {
  const { method, path, query, headers } = request;
  return [
    ...(method === 'POST' && path === '/v1/speech' ? [] : [`${method} ${path}`]),
    ...query.map(([name]) => `the parameter ${name}`),
    ...(headers['content-type'] === 'application/json' ? [] : ['the body is JSON']),
    ...validateSignature(request, key),
    ...validateBody(parseBody(request)),
  ];
}

function createAnswer(type: string, body: Uint8Array | string): FakeReply {
  return { status: 200, headers: { 'content-type': type }, body };
}

function createException(status: number, name: string, message: string): FakeReply {
  const headers = {
    'content-type': 'application/x-amz-json-1.1',
    'x-amzn-errortype': `${name}:http://internal.amazon.com/`,
  };
  return { status, headers, body: JSON.stringify({ message }), plain: true };
}
