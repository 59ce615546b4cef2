import { describe, expect, it } from 'vitest';
import { didYouMean, isClose } from '../../src/core/didYouMean.ts';

const NAMES = ['on_user_started_speaking', 'on_user_stopped_speaking', 'on_user_message_added', 'transcript', 'reply'];

describe('didYouMean', () => {
  it.each([
    ['transcripts', '; did you mean "transcript"?'],
    ['trancsript', '; did you mean "transcript"?'],
    ['onUserMessageAdded', '; did you mean "on_user_message_added"?'],
    ['on_user_speaking', '; did you mean "on_user_started_speaking" or "on_user_stopped_speaking"?'],
    ['rely', '; did you mean "reply"?'],
    ['audio', ''],
    ['', ''],
    ['x'.repeat(100_000), ''],
  ])('%s%s', (written, expected) => {
    expect(didYouMean(written, NAMES)).toBe(expected);
  });
});

describe('isClose', () => {
  it.each([
    ['abc', 'abc', 0],
    ['abc', 'acb', 1],
    ['abc', 'abcd', 1],
    ['abc', 'ac', 1],
    ['abc', 'axc', 1],
    ['kitten', 'sitting', 3],
    ['', 'abc', 3],
    ['min_delay', 'minDelay', 0],
  ])('%s and %s differ by %i edits', (a, b, count) => {
    expect([isClose(a, b, count), isClose(b, a, count)]).toEqual([true, true]);
    expect([isClose(a, b, count - 1), isClose(b, a, count - 1)]).toEqual([false, false]);
  });
});
