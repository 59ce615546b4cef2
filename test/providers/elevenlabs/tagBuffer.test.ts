import { describe, expect, test } from 'vitest';
import { createTagBuffer } from '../../../providers/elevenlabs/tagBuffer.ts';

/** What a flush releases of `text`, and what is left for the end. */
function cut(text: string): string[] {
  const hold = createTagBuffer();
  hold.push(text);
  return [hold.flush(), hold.end()];
}

describe('createTagBuffer', () => {
  test('holds all text until it is flushed', () => {
    const hold = createTagBuffer();
    expect([hold.push('Wait <break '), hold.push('time="1s"/> here. '), hold.end()]).toEqual([
      '',
      '',
      'Wait <break time="1s"/> here. ',
    ]);
  });

  test.each([
    ['an empty tag', 'a <break time="1s"/> b', ['a <break time="1s"/> b ', '']],
    ['a closed element', 'a <phoneme ph="x">b</phoneme> c', ['a <phoneme ph="x">b</phoneme> c ', '']],
    ['a tag that is not whole', 'a <break time', ['a ', '<break time ']],
    ['a tag of which there is only the bracket', 'a <', ['a ', '< ']],
    ['an end tag that is not whole', 'a <b>c</', ['a ', '<b>c</ ']],
    ['an element that is open', 'a <phoneme ph="x">b', ['a ', '<phoneme ph="x">b ']],
    ['an element in an open one', 'a <s><b>c</b> d', ['a ', '<s><b>c</b> d ']],
    ['a sign that is no tag', '5 < 6', ['5 < 6 ', '']],
    ['what only looks like a tag', "a <it's 5 > 3> b", ["a <it's 5 > 3> b ", '']],
    ['an end without a beginning', 'a </b> c', ['a </b> c ', '']],
  ])('a flush does not cut in two: %s', (_, text, pieces) => expect(cut(text)).toEqual(pieces));
});
