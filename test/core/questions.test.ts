import { describe, expect, it } from 'vitest';
import { endsInQuestion, findLastQuestion } from '../../src/core/questions.ts';

describe('the question at the end of a text', () => {
  it.each([
    ['Shall I book it?', 16, true],
    ['It is free. Shall I book it? ', 28, true],
    ['Shall I book it? One moment.', 16, false],
    ['Shall I book it? One moment. Here it is.', undefined, false],
    ['He asked “When?” and left.', 16, false],
    ['予約しますか？', 7, true],
    ['八時に空いております。ご予約なさいますか。', 21, true],
    ['静かです。はい。', undefined, false],
    ['Θέλετε τραπέζι;', 15, true],
    ['Yes; no.', undefined, false],
    ['Shall I book it?!', 17, true],
    ['Shall I book it? 😊', 16, true],
    ['Shall I book it? 😊 One moment.', 16, false],
    ['It is booked.', undefined, false],
    ['', undefined, false],
  ])('of %j ends at %j; it is the last sentence: %j', (text, end, isLast) => {
    expect([findLastQuestion(text), endsInQuestion(text)]).toEqual([end, isLast]);
  });
});
