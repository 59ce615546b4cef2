import { describe, expect, it } from 'vitest';
import { ended, started, text } from '../llmTurn/score.ts';
import { ends, createHarness } from './score.ts';

const utterance = 'u0.0';

describe('a resumed reply', () => {
  it('continues at the given character, as a further utterance', () => {
    const test = createHarness();
    test.reply(started(), text('One. Two. Three.'), ended());
    test.resume.next({ turn: 0, heardChars: 5 });
    expect(test.log.slice(-9)).toContain('0 u0.1 started');
    expect(test.tts.utterances.map((asked) => asked.text)).toEqual(['One. Two. Three.', 'Two. Three.']);
    expect(ends(test)).toEqual(['u0.0 complete', 'u0.1 complete']);
  });

  it('speaks the text that came while it was cut, and what comes later', () => {
    const test = createHarness();
    test.reply(started(), text('One. Two'));
    test.cut.next({ utterance });
    test.reply(text('. Three'));
    test.resume.next({ turn: 0, heardChars: 5 });
    test.reply(text(', four.'), ended());
    expect(test.tts.utterances.map((asked) => asked.text)).toEqual(['One. ', 'Two. Three, four.']);
    expect(ends(test)).toEqual(['u0.0 interrupted', 'u0.1 complete']);
  });

  it('begins with the clause that was cut, and says how much of it was heard', () => {
    const test = createHarness({ speed: 1 });
    test.reply(started(), text('One. Two three four. Five.'), ended());
    test.cut.next({ utterance });
    test.resume.next({ turn: 0, heardChars: 'One. Two three'.length });
    expect(test.tts.utterances.at(-1)?.text).toBe('Two three four. Five.');
    expect(test.events).toContainEqual({ kind: 'started', turn: 0, utterance: 'u0.1', repeatedChars: 9 });
  });

  it('begins at the same place if it is cut while it repeats', () => {
    const test = createHarness({ speed: 1 });
    test.reply(started(), text('One. Two three four.'), ended());
    for (const cut of ['u0.0', 'u0.1']) {
      test.cut.next({ utterance: cut });
      test.resume.next({ turn: 0, heardChars: 'One. Two'.length });
    }
    expect(test.tts.utterances.slice(1).map((asked) => asked.text)).toEqual(['Two three four.', 'Two three four.']);
  });

  it('repeats nothing of an earlier round, and nothing in front of what `say` added', () => {
    const test = createHarness({ speed: 1 });
    test.reply(started(), text('Hm'), { kind: 'text', turn: 0, round: -1, delta: 'one moment' }, text('so it is', 0));
    test.cut.next({ utterance });
    for (const heard of ['Hm one', 'Hm one moment so', 'Hm one moment'])
      test.resume.next({ turn: 0, heardChars: heard.length });
    test.reply(ended());
    expect(test.tts.utterances.slice(1).map((asked) => asked.text)).toEqual([
      'one moment so it is',
      'so it is',
      ' so it is',
    ]);
  });

  it('with nothing left is a bracket without text', () => {
    const test = createHarness();
    test.reply(started(), text('One.'), ended());
    test.resume.next({ turn: 0, heardChars: 4 });
    expect(test.log.slice(-2)).toEqual(['0 u0.1 started', '0 u0.1 complete']);
  });

  it('with nothing left yet waits for the text that is to come', () => {
    const test = createHarness();
    test.reply(started(), text('One.'));
    test.cut.next({ utterance });
    test.resume.next({ turn: 0, heardChars: 4 });
    expect(test.log.at(-1)).toBe('0 u0.1 started');
    test.reply(text(' Two.'), ended());
    expect(test.tts.utterances.at(-1)).toEqual({ text: ' Two.', ended: 'complete' });
  });

  it('may be cut and resumed again', () => {
    const test = createHarness({ speed: 1 });
    test.reply(started(), text('One. Two. Three.'), ended());
    test.resume.next({ turn: 0, heardChars: 5 });
    test.cut.next({ utterance: 'u0.1' });
    test.resume.next({ turn: 0, heardChars: 10 });
    expect(test.tts.utterances.at(-1)?.text).toBe('Three.');
    expect(ends(test)).toContain('u0.1 interrupted');
  });

  it('that has failed speaks its whole sentences', () => {
    const test = createHarness();
    test.reply(started(), text('One. Two. Thr'), ended('failed'));
    test.resume.next({ turn: 0, heardChars: 5 });
    expect(test.tts.utterances.at(-1)).toEqual({ text: 'Two. ', ended: 'complete' });
  });

  it('is not, when the next one has begun', () => {
    const test = createHarness();
    test.reply(started(), text('One.'), ended(), started(1));
    const before = test.log.length;
    test.resume.next({ turn: 0, heardChars: 0 });
    expect(test.log).toHaveLength(before);
  });

  it('of another turn does not concern it', () => {
    const test = createHarness();
    test.reply(started(), text('One.'), ended());
    test.resume.next({ turn: 1, heardChars: 0 });
    expect(ends(test)).toEqual(['u0.0 complete']);
  });
});
