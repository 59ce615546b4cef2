import { expect, test } from 'vitest';
import { grammar } from '../../../examples/concierge/grammar.ts';
import { spokenSegment } from '../../support/segments.ts';
import { createSpeechReader } from './speechReader.ts';
import type { TextReader } from '../../../src/testing/textAudio.ts';

test('readers read real speech, one after the other, at any rate', async () => {
  const createReader = await createSpeechReader(grammar);
  expect(await readSpeech(createReader, 'tell me about the restaurant', 16_000)).toBe('tell me about the restaurant');
  expect(await readSpeech(createReader, 'what time is it', 24_000)).toBe('what time is it');
  expect(await readSpeech(createReader, '', 16_000)).toBe('');
  expect(await readSpeech(createReader, 'thank you', 8000)).toBe('thank you');
});

test('a reader reads no more once another has begun, and keeps its text', async () => {
  const createReader = await createSpeechReader(grammar);
  const [first, second] = [createReader(16_000), createReader(16_000)];
  await pushSpeech(first, 'thank you');
  expect(await pushSpeech(second, 'goodbye')).toBe('goodbye');
  expect(await pushSpeech(first, 'goodbye')).toBe('thank you');
});

test('a grammar that the engine refuses is an error', () =>
  expect(createSpeechReader('hello')).rejects.toThrow('syntax error'));

function readSpeech(
  createReader: (sampleRate: number) => TextReader,
  text: string,
  sampleRate: number,
): Promise<string> {
  return pushSpeech(createReader(sampleRate), text, sampleRate);
}

async function pushSpeech(reader: TextReader, text: string, sampleRate = 16_000): Promise<string> {
  let read = '';
  for (const input of await spokenSegment(text, 0, { sampleRate })) {
    if (input.kind === 'audio') read = reader.push(input.frame.samples);
  }
  return read;
}
