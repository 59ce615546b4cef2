import { expect, test } from 'vitest';
import { createEarpiece } from '../../../examples/phone/earpiece.ts';

const audio = (length: number): Int16Array => new Int16Array(length).fill(1);

test('a mark is reached when all audio before it is played', () => {
  const earpiece = createEarpiece();
  earpiece.add(audio(100));
  earpiece.mark('first');
  earpiece.add(audio(200));
  earpiece.mark('second');
  const played = [earpiece.play(160), earpiece.play(160), earpiece.play(160)];
  expect(played.map(({ marks }) => marks)).toEqual([['first'], ['second'], []]);
  expect(played.map(({ block }) => block.filter((sample) => sample !== 0).length)).toEqual([160, 140, 0]);
});

test('a mark at the end of a block is reached with it', () => {
  const earpiece = createEarpiece();
  earpiece.add(audio(160));
  earpiece.mark('end');
  earpiece.add(audio(1));
  expect(earpiece.play(160).marks).toEqual(['end']);
});

test('a clear drops the audio, and returns the marks in it', () => {
  const earpiece = createEarpiece();
  earpiece.add(audio(320));
  earpiece.mark('dropped');
  earpiece.play(160);
  expect(earpiece.clear()).toEqual(['dropped']);
  expect(earpiece.play(160)).toEqual({ block: new Int16Array(160), marks: [] });
});
