import { ignoreElements, merge } from 'rxjs';
import { test } from 'vitest';
import { endpointing } from '../../../operators/endpointing.ts';
import { activity, transcripts, turns } from '../../../src/testing/fixtures.ts';
import { marbles } from '../../../src/testing/marbles.ts';

test.each([
  ['when the delay has just passed', 's--m-----', '--------f', '--------S--M', '--------u'],
  ['later', '                         s--e------', '---------f', '---------S--M', '---------u'],
])('words that come %s end the turn before speech that starts right after them', (_, first, words, next, userTurn) =>
  marbles(({ hot, expectObservable }) => {
    const earlier = hot(first, activity);
    const transcript = hot(words, transcripts);
    const later = hot(next, activity);
    // Subscribed in this order, the words come before the later speech within their instant.
    const speech = merge(earlier, transcript.pipe(ignoreElements()), later);
    expectObservable(speech.pipe(endpointing({ transcript, minDelayMs: 5 }))).toBe(userTurn, turns);
  }),
);
