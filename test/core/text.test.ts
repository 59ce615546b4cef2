import { describe, expect, it } from 'vitest';
import { countWords, joinText } from '../../src/core/text.ts';

describe('joinText', () => {
  it.each([
    [['what time', 'is it'], 'what time is it'],
    [[' what time ', '\nis it '], 'what time is it'],
    [['', 'hello', '  ', ''], 'hello'],
    [['one  two'], 'one  two'],
    [[], ''],
    [['今日は', '天気がいい。', 'ね'], '今日は天気がいい。ね'],
    [['我想', '订一张桌子'], '我想订一张桌子'],
    [['สวัสดี', 'ครับ'], 'สวัสดีครับ'],
    [['私は', 'OpenAI', 'です'], '私は OpenAI です'],
    [['안녕', '하세요'], '안녕 하세요'],
  ])('puts one space between the parts that hold words: %j', (parts, joined) => {
    expect(joinText(...parts)).toBe(joined);
  });
});

describe('countWords', () => {
  it.each([
    ['', 0],
    [' … — ! ', 0],
    ['no', 1],
    ['no, wait!', 2],
    ["don't stop", 2],
    ['at 7.30 for 2', 4],
    ['今日は天気がいい', 5],
    ['ผมชื่อโอม', 3],
  ])('"%s" has %i', (text, count) => {
    expect(countWords(text)).toBe(count);
  });
});
