import { describe, expect, it } from 'vitest';
import { SpokenText } from '../../../operators/speak/spokenText.ts';
import { createTextNormalizers } from '../../../operators/normalizeForSpeech/createTextNormalizers.ts';
import { ended, started, text } from '../llmTurn/score.ts';
import { createHarness, texts, type Harness } from './score.ts';

const SPOKEN = { dictionary: { SQL: 'sequel' } };

function speaking(reply: string, options: { readonly timings?: boolean; readonly accepts?: 'tokens' } = {}): Harness {
  const test = createHarness(options, { spoken: SPOKEN });
  test.reply(started(), ...reply.split(/(?<= )/u).map((delta) => text(delta)), ended());
  test.clock.flush();
  return test;
}

describe('a reply that is spoken otherwise than written', () => {
  it('TTS gets what is said, in sentences, and the text events are the text', () => {
    const test = speaking('**Note:** it is 3 km. Ask _SQL_! 🎉');
    expect(test.tts.utterances).toEqual([{ text: 'Note: it is 3 kilometers. Ask sequel! ', ended: 'complete' }]);
    expect(texts(test)).toEqual(['**Note:** it is 3 km. ', 'Ask _SQL_! 🎉']);
    expect(test.events.filter(({ kind }) => kind === 'mark')).toMatchObject([{ chars: 22 }, { chars: 35 }]);
  });

  it('a provider of tokens gets it as it is decided', () => {
    const test = speaking('It is **3 km** away.', { accepts: 'tokens' });
    expect(test.tts.utterances).toEqual([{ text: 'It is 3 kilometers away.', ended: 'complete' }]);
    expect(texts(test).join('')).toBe('It is **3 km** away.');
  });

  it('its words have the offsets of the text, and what is said in several words is one', () => {
    const reply = 'I run **3 km** of SQL.';
    const test = speaking(reply, { timings: true });
    const words = test.events.flatMap((event) => (event.kind === 'words' ? event.words : []));
    expect(words.map(({ from, to }) => reply.slice(from, to))).toEqual(['I', 'run', '3 km', 'of', 'SQL.']);
    expect(words.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [0, 10],
      [20, 50],
      [60, 180],
      [190, 210],
      [220, 290],
    ]);
  });

  it('with nothing to say makes no sound', () => {
    expect(speaking('🎉').log).toEqual([]);
  });

  it('a failed reply says the sentences that are whole, and the text ends there', () => {
    const test = createHarness({}, { spoken: SPOKEN });
    test.reply(started(), text('It costs $5. And'), ended('failed'));
    test.clock.flush();
    expect(test.tts.utterances).toEqual([{ text: 'It costs 5 dollars. ', ended: 'complete' }]);
    expect(texts(test)).toEqual(['It costs $5. ']);
  });

  it('resumed inside a block of code does not say the rest of it', () => {
    const test = createHarness({}, { spoken: SPOKEN });
    const reply = 'Run:\n```\nnpm ci\nnpm test\n```\nDone.';
    test.reply(started(), text(reply));
    test.cut.next({ utterance: 'u0.0' });
    test.resume.next({ turn: 0, heardChars: reply.indexOf('npm test') });
    test.reply(ended());
    test.clock.flush();
    expect(test.tts.utterances.at(-1)?.text).toBe('Done.');
  });

  it('text that is complete is said at once', () => {
    const test = createHarness({}, { spoken: SPOKEN });
    test.reply(started(), text('It is 5'), text('One moment.', -1));
    expect(test.tts.utterances.at(-1)?.text).toBe('It is 5 One moment.');
  });
});

describe('the text of a piece', () => {
  it('that ends within a changed stretch comes with the rest of it', () => {
    const spokenText = new SpokenText(createTextNormalizers({ language: 'en' })(), '');
    expect(spokenText.add('It is $3.50 now. ') + spokenText.flush()).toBe('It is 3 dollars and 50 cents now. ');
    expect(spokenText.takePiece('It is 3 dollars ').text).toBe('It is ');
    expect(spokenText.countChars(16)).toBe(6);
    expect(spokenText.takePiece('and 50 cents now. ').text).toBe('$3.50 now. ');
    expect(spokenText.countChars(34)).toBe(17);
  });
});
