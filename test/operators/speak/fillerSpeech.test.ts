import { expect, it } from 'vitest';
import { FillerSpeech } from '../../../operators/speak/fillerSpeech.ts';

it.each([
  ['loud', 1000],
  ['silent, as in a replay', 0],
])(
  'without word timings, a filler whose audio is %s is left where the number of characters says',
  (_what, loudness) => {
    const samples = new Int16Array(1100).fill(loudness);
    samples.fill(0, 240, 280);
    const speech = new FillerSpeech();
    speech.add({ kind: 'text', utterance: 'u0.0', text: 'One moment.' });
    speech.add({ kind: 'audio', utterance: 'u0.0', frame: { samples, sampleRate: 1000 } });
    expect(speech.take()).toBeNull();
    speech.complete();
    expect(speech.take()).toMatchObject({ text: 'One', samples: { length: 300 } });
    expect(speech.take()).toMatchObject({ text: ' moment.', samples: { length: 800 } });
    expect(speech.isOver).toBe(true);
  },
);

const WORDS = 'Yes, one moment.';

/** A filler of 10 ms for each character, of which these words are timed. */
function timed(...words: readonly (readonly [from: number, to: number])[]): FillerSpeech {
  const speech = new FillerSpeech();
  speech.add({ kind: 'text', utterance: 'u0.0', text: WORDS });
  speech.add({
    kind: 'words',
    utterance: 'u0.0',
    words: words.map(([from, to]) => ({ from, to, startMs: 10 * from, endMs: 10 * to })),
  });
  const samples = new Int16Array(10 * WORDS.length);
  speech.add({ kind: 'audio', utterance: 'u0.0', frame: { samples, sampleRate: 1000 } });
  return speech;
}

it('a filler whose voice breaks off in a word, which another voice says again, is left at the end of that word', () => {
  const speech = timed([0, 4], [5, 6], [5, 8], [9, 16]);
  expect(speech.take()).toMatchObject({ text: 'Yes,' });
  expect(speech.take()).toMatchObject({ text: ' one', words: [{ to: 6 }, { to: 8 }] });
});

it('a filler whose voice times each syllable is left at the ends of its words', () => {
  const speech = timed([0, 4], [5, 8], [9, 11], [11, 16]);
  expect(speech.take()).toMatchObject({ text: 'Yes,' });
  expect(speech.take()).toMatchObject({ text: ' one' });
  expect(speech.take()).toBeNull();
  speech.complete();
  expect(speech.take()).toMatchObject({ text: ' moment.', words: [{ to: 11 }, { to: 16 }] });
});
