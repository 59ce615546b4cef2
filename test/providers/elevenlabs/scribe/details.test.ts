import { expect, test } from 'vitest';
import { createScribeDetails } from '../../../../providers/elevenlabs/scribe/details.ts';
import type { TranscriptDetails } from '../../../../src/core/speech.ts';

const word = (text: string, start: number, end: number, rest: object = {}): object => ({
  text,
  start,
  end,
  type: 'word',
  ...rest,
});
const space = { text: ' ', start: 10.4, end: 10.5, type: 'spacing' };

/** The details of a commit from second 10 of the connection, in an utterance that began in second 9. */
function details(message: object, namesLanguage = false): TranscriptDetails {
  return createScribeDetails({ ...message }, { fromS: 10, utteranceFromS: 9 }, namesLanguage);
}

test('words are timed from the start of their utterance', () =>
  expect(details({ words: [word('what', 10, 10.25), space, word('time', 10.5, 10.75)] })).toEqual({
    words: [
      { text: 'what', startMs: 1000, endMs: 1250 },
      { text: 'time', startMs: 1500, endMs: 1750 },
    ],
  }));

test('times before the audio of the commit count from that audio', () =>
  expect(details({ words: [word('what', 0.5, 0.75)] }).words).toEqual([{ text: 'what', startMs: 1500, endMs: 1750 }]));

test('confidence is that of the words, and their mean', () => {
  const { words, confidence } = details({
    words: [word('what', 10, 10.25, { logprob: Math.log(0.5) }), word('time', 10.5, 10.75, { logprob: 0 })],
  });
  expect(words?.map((each) => each.confidence)).toEqual([0.5, 1]);
  expect(confidence).toBe(0.75);
});

test('a speaker is named if there is only one', () => {
  const [a, b] = ['a', 'b'].map((speaker_id) => word('what', 10, 10.25, { speaker_id }));
  expect(details({ words: [a, a] })).toMatchObject({ speaker: 'a', words: [{ speaker: 'a' }, { speaker: 'a' }] });
  expect(details({ words: [a, b] })).not.toHaveProperty('speaker');
});

test('the language is a BCP-47 tag, if several are possible', () => {
  expect(details({ language_code: 'deu', words: null }, true)).toEqual({ language: 'de' });
  expect(details({ language_code: 'German' }, true)).toEqual({});
  expect(details({ language_code: 'de' })).toEqual({});
});

test('words without times are left out', () =>
  expect(details({ words: [{ text: 'what', type: 'word' }] })).toEqual({}));
