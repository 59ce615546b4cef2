import { describe, expect, it } from 'vitest';
import type { TtsEvent } from '../../../src/core/ports.ts';
import type { WordTiming } from '../../../src/core/turn.ts';
import { createHarness } from './toyWire.ts';

/** The marks that come before the audio of their words, in a voice with a sample a ms. */
function marksAhead(events: readonly TtsEvent[], words: readonly WordTiming[]): readonly TtsEvent[] {
  let ms = 0;
  return events.filter((event) => {
    if (event.kind === 'audio') ms += event.frame.samples.length;
    return event.kind === 'mark' && words.some(({ to, endMs }) => to <= event.chars && endMs > ms);
  });
}

describe('timed words', () => {
  it('come behind their audio', () => {
    const test = createHarness();
    test.speak().write('One two three');
    test.hear('audio 0 30|words 0 One 0 10 two 10 30');
    expect(test.log).toEqual(['0 audio 30', '0 0-3@0-10 4-7@10-30']);
  });

  it('that come before their audio wait for it', () => {
    const test = createHarness();
    test.speak().write('One two three');
    test.hear('words 0 One 0 20 two 20 30');
    test.hear('audio 0 19');
    expect(test.log).toEqual(['0 audio 19']);
    test.hear('audio 0 1');
    expect(test.log.slice(1)).toEqual(['0 audio 1', '0 0-3@0-20']);
    test.hear('audio 0 9');
    expect(test.log.slice(3)).toEqual(['0 audio 9']);
    test.hear('audio 0 1');
    expect(test.log.slice(4)).toEqual(['0 audio 1', '0 4-7@20-30']);
  });

  it('never overlap, and none has no length', () => {
    const test = createHarness();
    test.speak().write('One two three four');
    test.hear('audio 0 50|words 0 One 0 20 two 10 30 three 30 30 four 30 40');
    expect(test.log[1]).toBe('0 0-3@0-20 4-7@20-30 8-13@30-31 14-18@31-40');
  });

  it('that would stick out of the audio are cut to it when all has come', () => {
    const test = createHarness();
    const speech = test.speak();
    speech.write('One two');
    speech.end();
    test.hear('audio 0 30|words 0 One 0 20 two 20 45|done 0');
    expect(test.log).toEqual(['0 audio 30', '0 0-3@0-20', '0 4-7@20-30', '0 mark 7', '0 complete']);
  });

  it('behind those that were cut begin where the audio did', () => {
    const test = createHarness();
    const speech = test.speak();
    speech.write('One two ');
    test.clock.flush(1000);
    test.hear('audio 0 30|words 0 One 0 20 two 20 200|flushed 0');
    speech.write('three');
    test.hear('audio 0 30|words 0 three 30 60');
    expect(test.log.filter((line) => line.includes('@'))).toEqual([
      '1000 0-3@0-20',
      '1000 4-7@20-30',
      '1000 8-13@30-60',
    ]);
  });

  it('of an attempt without a sound are forgotten with it', () => {
    const test = createHarness();
    test.speak().write('One two');
    test.hear('words 0 One 0 20 two 20 40|fault retry');
    test.clock.flush(100);
    test.hear('audio 1 40|words 1 One 5 20 two 20 40', 1);
    expect(test.log).toEqual(['100 audio 40', '100 0-3@5-20 4-7@20-40', '100 mark 7']);
  });

  it.each([
    ['One 0 20 two 20 35 three 35 50', '0-3@0-20 4-7@20-25 8-13@25-30'],
    ['One 0 10 two 10 29 three 29 50', '0-3@0-10 4-7@10-29 8-13@29-30'],
  ])('that are timed beyond the audio share what is left of it: %s', (words, expected) => {
    const test = createHarness();
    const speech = test.speak();
    speech.write('One two three');
    speech.end();
    test.hear(`words 0 ${words}`);
    test.hear('audio 0 5');
    test.hear('audio 0 25|done 0');
    const lines = test.log.filter((line) => line.includes('@')).map((line) => line.slice(2));
    expect(lines.join(' ')).toBe(expected);
  });

  it('that begin behind all audio have no time', () => {
    const test = createHarness();
    const speech = test.speak();
    speech.write('One two three');
    speech.end();
    test.hear('audio 0 20|words 0 One 0 20 two 21 30 three 30 40|done 0');
    expect(test.log).toEqual(['0 audio 20', '0 0-3@0-20', '0 mark 13', '0 complete']);
  });

  const SENTENCE = 'I am in a bar of the town, so do as I do.';

  it.each([
    [40, 'ahead of'],
    [40, 'behind'],
    [0, 'ahead of'],
  ])('of %i ms each have their time where it comes %s the audio, and marks come behind it', (ms, order) => {
    const test = createHarness();
    const speech = test.speak();
    const spoken: string[] = [];
    SENTENCE.split(' ').forEach((word, n, all) => {
      speech.write(n === all.length - 1 ? word : `${word} `);
      const lines = [`words 0 ${word} ${40 * n} ${40 * n + ms}`, 'audio 0 40'];
      for (const line of order === 'behind' ? lines.toReversed() : lines) test.hear(line);
      spoken.push(word.replace(/\W/u, ''));
      expect(test.log.filter((line) => line.includes('@'))).toHaveLength(n + 1);
    });
    const words = speech.events.flatMap((event) => (event.kind === 'words' ? event.words : []));
    expect(words.map(({ from, to }) => SENTENCE.slice(from, to))).toEqual(spoken);
    expect(words.map(({ startMs }) => startMs)).toEqual(spoken.map((_, n) => 40 * n));
    expect(marksAhead(speech.events, words)).toEqual([]);
    expect(speech.events.at(-1)).toEqual({ kind: 'mark', chars: SENTENCE.length });
  });

  it('of an utterance that begins with white space stand where the text has them', () => {
    const test = createHarness();
    test.speak().write('  One');
    test.hear('audio 0 20|words 0 One 0 20');
    expect(test.log).toEqual(['0 audio 20', '0 2-5@0-20', '0 mark 5']);
  });

  it('that were spoken otherwise than written are there when all has come', () => {
    const test = createHarness();
    const speech = test.speak();
    speech.write('It is $5.');
    speech.end();
    test.hear('audio 0 40|words 0 It 0 10 is 10 20 five 20 30 dollars 30 40');
    expect(test.log).toEqual(['0 audio 40', '0 0-2@0-10 3-5@10-20']);
    test.hear('done 0');
    expect(test.log.slice(2)).toEqual(['0 7-8@20-40', '0 mark 9', '0 complete']);
  });
});

describe('text is marked', () => {
  it('whole when its last word has sounded, and what follows needs no sound', () => {
    const test = createHarness();
    test.speak().write('One, two! ');
    test.hear('audio 0 20|words 0 One 0 10 two 10 20');
    expect(test.log.at(-1)).toBe('0 mark 10');
  });

  it.each([
    [101, []],
    [100, ['500 5-8@10-20', '500 mark 9']],
    [2, ['500 5-8@10-20', '500 mark 9']],
    [1, ['0 5-8@10-20', '0 mark 9']],
  ])('when its last word has sounded, or lacks but rounding while no audio comes: %i ms', (missing, marks) => {
    const test = createHarness();
    test.speak().write('One, two!');
    test.hear(`words 0 One 0 10 two 10 ${20 + missing}`);
    test.hear('audio 0 20');
    test.clock.flush(900);
    expect(test.log.slice(0, 2)).toEqual(['0 audio 20', '0 0-3@0-10']);
    expect(test.log.slice(2)).toEqual(marks);
  });

  it('later, when audio comes that its last word lacks', () => {
    const test = createHarness();
    test.speak().write('One, two!');
    test.hear('words 0 One 0 10 two 10 100');
    test.hear('audio 0 20');
    test.clock.flush(499);
    test.hear('audio 0 70');
    test.clock.flush(998);
    expect(test.log.filter((line) => line.includes('mark'))).toEqual([]);
    test.hear('audio 0 10');
    expect(test.log.slice(-2)).toEqual(['998 5-8@10-100', '998 mark 9']);
  });

  it('no more once it is cut: nothing is waited for', () => {
    const test = createHarness();
    const speech = test.speak();
    speech.write('One');
    test.hear('audio 0 20|words 0 One 0 30');
    speech.subscription.unsubscribe();
    test.clock.flush(5000);
    expect(test.log).toEqual(['0 audio 20']);
  });

  it('never before there was a sound', () => {
    const test = createHarness();
    test.speak().write('Hi');
    test.hear('words 0 Hi 0 20');
    expect(test.log).toEqual([]);
  });

  it('further by white space and punctuation that comes behind what is marked', () => {
    const test = createHarness();
    const speech = test.speak();
    speech.write('One');
    test.hear('audio 0 20|words 0 One 0 20');
    speech.write('.', ' ', 'Two');
    expect(test.log.slice(2)).toEqual(['0 mark 3', '0 mark 4', '0 mark 5']);
  });

  it('beyond the flush that was answered, where nothing that needs a sound has come since', () => {
    const test = createHarness();
    const speech = test.speak();
    speech.write('One.');
    test.clock.flush(1000);
    speech.write(' ');
    test.hear('audio 0 20|flushed 0');
    expect(test.log.at(-1)).toBe('1000 mark 5');
  });

  it('up to the flush that was answered', () => {
    const test = createHarness();
    const speech = test.speak();
    speech.write('One. ');
    test.clock.flush(1000);
    speech.write('Two. ');
    test.clock.flush(2000);
    test.hear('audio 0 20|flushed 0');
    test.hear('audio 0 20|flushed 0');
    test.hear('flushed 0');
    expect(test.log).toEqual(['2000 audio 20', '2000 mark 5', '2000 audio 20', '2000 mark 10']);
  });
});
