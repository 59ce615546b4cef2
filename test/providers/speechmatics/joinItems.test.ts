import { expect, test } from 'vitest';
import { joinItems } from '../../../providers/speechmatics/joinItems.ts';
import { parseResults } from '../../../providers/speechmatics/results.ts';
import type { TranscriptDetails } from '../../../src/core/speech.ts';

const word = (content: string, start_time: number, end_time: number, rest: object = {}): object => ({
  type: 'word',
  start_time,
  end_time,
  alternatives: [{ content, confidence: 0.5, ...rest }],
});
const stop = {
  type: 'punctuation',
  start_time: 11,
  end_time: 11,
  attaches_to: 'previous',
  alternatives: [{ content: '.', confidence: 1 }],
};

/** The details of results in an utterance that began in second 10. */
function details(results: readonly object[], isFinal = true): TranscriptDetails {
  const parsed = parseResults({ metadata: { end_time: 12 }, results });
  return joinItems(parsed?.items ?? [], { delimiter: ' ', fromS: 10, isFinal }).details;
}

test('words are timed from the start of their utterance, with their marks', () =>
  expect(details([word('what', 10, 10.25), word('time', 10.5, 11, { confidence: 1 }), stop])).toEqual({
    words: [
      { text: 'what', startMs: 0, endMs: 250, confidence: 0.5 },
      { text: 'time.', startMs: 500, endMs: 1000, confidence: 1 },
    ],
    confidence: 0.75,
  }));

test('the confidence of interims is left out, because it has no meaning', () =>
  expect(details([word('what', 10, 10.25)], false)).toEqual({ words: [{ text: 'what', startMs: 0, endMs: 250 }] }));

test('a speaker is named if there is only one, and is known', () => {
  const [one, two, unknown] = ['S1', 'S2', 'UU'].map((speaker) => word('what', 10, 10.25, { speaker }));
  expect(details([one ?? {}, one ?? {}])).toMatchObject({ speaker: 'S1', words: [{ speaker: 'S1' }, {}] });
  expect(details([one ?? {}, two ?? {}])).not.toHaveProperty('speaker');
  expect(details([unknown ?? {}])).not.toHaveProperty('speaker');
});

test('results without a word or a time are left out', () =>
  expect(
    details([
      { type: 'word', alternatives: [] },
      { type: 'word', alternatives: [{ content: 'a' }] },
    ]),
  ).toEqual({}));
