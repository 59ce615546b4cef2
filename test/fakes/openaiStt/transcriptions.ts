import type { ClientRequest, FakeReply } from '../kit/fake.ts';
import type { TextReader } from '../../../src/testing/textAudio.ts';
import { parseParts, type Part } from './multipart.ts';

/** The fields in the order of the official client. */
const ORDER = ['file', 'model', 'language', 'languages[]', 'response_format'] as const;

/** Finds the violations in a transcription request. */
export function validateForm(request: ClientRequest): readonly string[] {
  const faults = [
    ...(request.method === 'POST' && request.path === '/v1/audio/transcriptions'
      ? []
      : [`${request.method} ${request.path}`]),
    ...(request.query.length === 0 ? [] : ['parameters in the address']),
    ...(request.headers['accept'] === 'application/json' ? [] : ['what it accepts']),
  ];
  try {
    return [...faults, ...validateParts(parseForm(request))];
  } catch (error) {
    return [...faults, String(error)];
  }
}

/** Creates the transcription of the file. */
export function createTranscription(
  request: ClientRequest,
  createReader: (sampleRate: number) => TextReader,
): FakeReply {
  const { sampleRate, samples } = parseWav(findFile(parseForm(request)));
  const usage = { type: 'duration', seconds: samples.length / sampleRate };
  const body = JSON.stringify({ text: createReader(sampleRate).push(samples), usage });
  return { status: 200, headers: { 'content-type': 'application/json' }, body };
}

/** Parses the parts of a request's form. */
export function parseForm({ headers, body }: ClientRequest): readonly Part[] {
  return parseParts(headers['content-type'] ?? '', body);
}

function validateParts(parts: readonly Part[]): readonly string[] {
  const names = parts.map(({ name }) => name);
  const inOrder = ORDER.filter((name) => names.includes(name));
  const valueOf = (name: string): string =>
    Buffer.from(parts.find((part) => part.name === name)?.body ?? []).toString();
  const file = findFile(parts);
  parseWav(file);
  return [
    ...(names.join() === inOrder.join() ? [] : [`the parts ${names.join()}`]),
    ...(file.filename === 'audio.wav' && file.type === 'audio/wav' ? [] : ['a file without name or type']),
    ...(valueOf('model') === '' ? ['no model'] : []),
    ...(names.includes('language') && !/^[a-z]{2,3}$/u.test(valueOf('language')) ? ['the language'] : []),
    ...(valueOf('response_format') === 'json' ? [] : ['the response format']),
  ];
}

/** Finds the part with the audio. */
export function findFile(parts: readonly Part[]): Part {
  const file = parts.find(({ name }) => name === 'file');
  if (file === undefined) throw new Error('no file');
  return file;
}

/** Reads a WAV of 16-bit mono PCM whose lengths are right. */
export function parseWav({ body }: Part): { readonly sampleRate: number; readonly samples: Int16Array } {
  const bytes = Buffer.from(body);
  const tags = [bytes.toString('latin1', 0, 4), bytes.toString('latin1', 8, 16), bytes.toString('latin1', 36, 40)];
  if (tags.join() !== 'RIFF,WAVEfmt ,data') throw new Error('a file that is no WAV');
  const sampleRate = bytes.readUInt32LE(24);
  const shape = [bytes.readUInt16LE(20), bytes.readUInt16LE(22), bytes.readUInt16LE(32), bytes.readUInt16LE(34)];
  if (shape.join() !== '1,1,2,16' || bytes.readUInt32LE(28) !== 2 * sampleRate)
    throw new Error('a WAV of another shape');
  if (bytes.readUInt32LE(4) !== bytes.length - 8 || bytes.readUInt32LE(40) !== bytes.length - 44) {
    throw new Error('a WAV of another length');
  }
  const audio = new Uint8Array(bytes.subarray(44));
  return { sampleRate, samples: new Int16Array(audio.buffer, 0, audio.length >> 1) };
}
