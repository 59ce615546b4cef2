import { expect, test } from 'vitest';
import { createSentenceBuffer } from '../../../providers/elevenlabs/sentenceBuffer.ts';

test.each<[pieces: readonly string[], given: readonly string[], end: string]>([
  [['Hello ', 'there. ', 'How ', 'are you? I'], ['', '', 'Hello there. ', 'How are you? '], 'I '],
  [['One. Two. Three.'], ['One. Two. '], 'Three. '],
  [['It costs 3.', '50 now. ', 'Yes'], ['', '', 'It costs 3.50 now. '], 'Yes '],
  [['no end'], [''], 'no end '],
])('%j is given on as %j, and then %j', (pieces, given, end) => {
  const hold = createSentenceBuffer();
  expect(pieces.map((piece) => hold.push(piece))).toEqual(given);
  expect(hold.end()).toBe(end);
});

test('a flush gives what there is', () => {
  const hold = createSentenceBuffer();
  hold.push('Hello there. How');
  expect(hold.flush()).toBe('How ');
  expect(hold.end()).toBe('');
});
