import { expect, test } from 'vitest';
import { grammar } from '../../../examples/concierge/grammar.ts';
import { spokenSegment } from '../../support/segments.ts';
import { createListeningEar } from './listeningEar.ts';
import type { TextReader } from './sound.ts';

test('ears hear real speech, one after the other, at any rate', async () => {
  const ear = await createListeningEar(grammar);
  expect(await said(ear, 'tell me about the restaurant', 16_000)).toBe('tell me about the restaurant');
  expect(await said(ear, 'what time is it', 24_000)).toBe('what time is it');
  expect(await said(ear, '', 16_000)).toBe('');
  expect(await said(ear, 'thank you', 8000)).toBe('thank you');
});

test('an ear hears no more when another was spoken to, and keeps what it has heard', async () => {
  const ear = await createListeningEar(grammar);
  const [first, second] = [ear(16_000), ear(16_000)];
  await tell(first, 'thank you');
  expect(await tell(second, 'goodbye')).toBe('goodbye');
  expect(await tell(first, 'goodbye')).toBe('thank you');
});

test('a grammar that the engine refuses is told of', () =>
  expect(createListeningEar('hello')).rejects.toThrow('syntax error'));

function said(ear: (sampleRate: number) => TextReader, text: string, sampleRate: number): Promise<string> {
  return tell(ear(sampleRate), text, sampleRate);
}

async function tell(ear: TextReader, text: string, sampleRate = 16_000): Promise<string> {
  let heard = '';
  for (const input of await spokenSegment(text, 0, { sampleRate })) {
    if (input.kind === 'audio') heard = ear.push(input.frame.samples);
  }
  return heard;
}
