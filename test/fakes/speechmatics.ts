// Read on 2026-12-01: https://docs.speechmatics.com/api-ref/realtime-transcription-websocket (spec/realtime.yaml of
// https://github.com/speechmatics/docs, 2026-08-13), …/speech-to-text/realtime/turn-detection, …/realtime/output and
// …/realtime/limits, and @speechmatics/real-time-client 8.5.1.
import { createTextReader, type TextReader } from '../../src/testing/textAudio.ts';
import type { ClientRequest, FakeReply, FakeVendor } from './kit/fake.ts';
import { createSession } from './speechmatics/session.ts';

export interface SpeechmaticsFakeOptions {
  /** @default 'fake-key' */
  readonly key?: string;
  readonly createReader?: ((sampleRate: number) => TextReader) | undefined;
  /** True to answer a ForceEndOfUtterance without words. Whether Speechmatics does so is not documented. @default true */
  readonly answersSilence?: boolean;
  /** A punctuation mark after each utterance, in a transcript of its own. @default none */
  readonly mark?: string;
  /** Labels each word with a speaker. @default none */
  readonly speaker?: string;
}

/** Speechmatics' real-time API, version 2. Browsers send their temporary key in the address. */
export function createSpeechmaticsFake(options: SpeechmaticsFakeOptions = {}): FakeVendor {
  const { key = 'fake-key', createReader = createTextReader, answersSilence = true, mark, speaker } = options;
  return {
    validate: (request) => validateUpgrade(request, key),
    refuse,
    connect: (socket) => createSession(socket, { createReader, answersSilence, mark, speaker }),
  };
}

function validateUpgrade({ kind, path, query, headers }: ClientRequest, key: string): readonly string[] {
  const { authorization } = headers;
  const isBrowser = authorization === undefined && query.some(([name, value]) => name === 'jwt' && value === key);
  return [
    ...(kind === 'upgrade' && /^\/v2\/?$/u.test(path) ? [] : [`${kind} ${path}`]),
    ...(isBrowser || authorization === `Bearer ${key}` ? [] : ['no bearer token']),
    ...(!isBrowser && query.some(([, value]) => value.includes(key)) ? ['a key in the address'] : []),
    ...query.filter(([name]) => !isBrowser && name !== 'sm-app').map(([name]) => `the parameter ${name}`),
  ];
}

function refuse(status: number): FakeReply {
  const body = status === 401 ? { code: 401, error: 'Permission Denied' } : { code: status, error: 'Try again later' };
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
