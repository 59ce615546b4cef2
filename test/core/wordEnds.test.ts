import { describe, expect, it } from 'vitest';
import { findWordEnds } from '../../src/core/wordEnds.ts';

/** Where the text may be cut. */
function cuts(text: string): readonly string[] {
  return findWordEnds(text).map(({ cutAt }) => text.slice(0, cutAt));
}

/** The words themselves, as a cut adds one after the other. */
function words(text: string): readonly string[] {
  return findWordEnds(text).map(({ cutAt }, i, ends) => text.slice(ends[i - 1]?.cutAt ?? 0, cutAt));
}

describe('a cut', () => {
  it.each([
    ['goes behind a word', 'one two', ['one', 'one two']],
    ['takes what is written on to the word along', 'Yes, "fine". (Ok)', ['Yes,', 'Yes, "fine".', 'Yes, "fine". (Ok)']],
    ['leaves what stands alone to the word behind it', 'one - two 👋', ['one', 'one - two']],
    ['finds no word in marks alone', '… 👋 —', []],
    ['finds none in nothing', '', []],
  ])('%s', (_, text, expected) => {
    expect(cuts(text)).toEqual(expected);
  });

  it.each([
    ['a number', 'costs $3.50 or 1,000', ['costs', ' $3.50', ' or', ' 1,000']],
    ['a time', 'at 12:30.', ['at', ' 12:30.']],
    ['an abbreviation', 'the U.S. e.g. Mr. Fox', ['the', ' U.S.', ' e.g.', ' Mr.', ' Fox']],
    ['a contraction', "don't we’ll", ["don't", ' we’ll']],
    ['a compound', 'a well-known e-mail', ['a', ' well-known', ' e-mail']],
    ['an address', 'ask me@example.com or example.com/a', ['ask', ' me@example.com', ' or', ' example.com/a']],
    ['an alternative', 'he/she goes', ['he/she', ' goes']],
  ])('never goes through %s', (_, text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  it.each([
    ['a dash between words', 'open—until ten', ['open—', 'until', ' ten']],
    ['dots between words', 'well…yes', ['well…', 'yes']],
    ['lines', 'one\ntwo', ['one', '\ntwo']],
  ])('may go through %s', (_, text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  it.each([
    ['Chinese', '你好，世界。（再见）', ['你好，', '世界。', '（再见）']],
    ['Japanese', '今日は良い天気です。', ['今日', 'は', '良い', '天気', 'です。']],
    ['Thai', 'สวัสดีครับ', ['สวัสดี', 'ครับ']],
    ['Chinese with English in it', '我用Windows电脑', ['我', '用', 'Windows', '电脑']],
    ['Korean, which puts spaces', '안녕 하세요', ['안녕', ' 하세요']],
  ])('finds the words of %s', (_, text, expected) => {
    expect(words(text)).toEqual(expected);
  });
});
