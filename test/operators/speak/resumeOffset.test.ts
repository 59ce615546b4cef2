import { describe, expect, it } from 'vitest';
import { createFindResumeOffset } from '../../../operators/speak/resumeOffset.ts';

const findOffset = createFindResumeOffset('en-US');

/** Returns what is repeated and what comes next. `|` stands where the user stopped hearing, `#` where a round begins. */
function resume(written: string, find = findOffset): string {
  const rounds = written.replace('|', '').split('#');
  const text = rounds.join('');
  const roundStarts = rounds.map((_, n) => rounds.slice(0, n).join('').length);
  const heardChars = written.replaceAll('#', '').indexOf('|');
  const from = find({ text, roundStarts }, heardChars);
  return `${text.slice(from, heardChars)}|${text.slice(heardChars)}`;
}

describe('a resumed reply begins', () => {
  it.each([
    ['with its sentence', 'It is open. My grandmother| cooked.', 'My grandmother| cooked.'],
    ['with the first sentence', 'My grandmother| cooked.', 'My grandmother| cooked.'],
    ['after a comma', 'If you like, I can| book it.', 'I can| book it.'],
    ['after a semicolon', 'It is open; we| wait.', 'we| wait.'],
    ['after a colon', 'We have this: soup| and fish.', 'soup| and fish.'],
    ['after a dash with a space', 'It is open – until| ten.', 'until| ten.'],
    ['after a hyphen between spaces', 'It is open - until| ten.', 'until| ten.'],
    ['before an opening quote', 'She said: “come| in”.', '“come| in”.'],
    ['after a line break', 'Soup\nFish and| chips', 'Fish and| chips'],
  ])('%s', (_, written, resumed) => {
    expect(resume(written)).toBe(resumed);
  });

  it.each([
    ['a comma within a number', 'It is 1,000| euros.', 'It is 1,000| euros.'],
    ['a colon within a time', 'It is 12:30| now.', 'It is 12:30| now.'],
    ['an abbreviation', 'I am Mr. Fox| today.', 'I am Mr. Fox| today.'],
    ['a dash without a space', 'A well-known| cook.', 'A well-known| cook.'],
  ])('not after %s', (_, written, resumed) => {
    expect(resume(written)).toBe(resumed);
  });
});

describe('of a clause', () => {
  it.each([
    [1, 'one| two', 'one| two'],
    [8, 'one two three four five six seven eight| nine.', 'one two three four five six seven eight| nine.'],
    [9, 'one two three four five six seven eight nine| ten.', 'six seven eight nine| ten.'],
    [10, 'one two three four five six seven eight nine ten| and.', 'seven eight nine ten| and.'],
  ])('with %i heard words', (_, clause, repeated) => {
    expect(resume(`Well, ${clause}`)).toBe(repeated);
  });

  it('a compound, a time and an address are one word each', () => {
    const eight = 'Well-known e-mail at 12:30 from me@example.com costs 3.50';
    expect(resume(`${eight}| euros`)).toBe(`${eight}| euros`);
    expect(resume(`The ${eight}| euros`)).toBe('from me@example.com costs 3.50| euros');
  });

  it('of thousands of words it reads the last ones', () => {
    expect(resume(`${'so '.repeat(100_000)}one two three four| five.`)).toBe('one two three four| five.');
  });
});

describe('a reply repeats nothing', () => {
  it.each([
    ['of a sentence that was heard whole', 'It is open.| Come in.', '| Come in.'],
    ['of a clause that was heard whole', 'If you like,| I can.', '| I can.'],
    ['if a mark stands alone behind it', 'Ça va| ! Oui.', '| ! Oui.'],
    ['if nothing was heard', '|My grandmother cooked.', '|My grandmother cooked.'],
    ['if all of it was heard', 'My grandmother cooked|.', '|.'],
    ['as long as nothing follows', 'My grandmother|', '|'],
    ['of a round that was heard whole', 'Let me look|# It is seven.', '| It is seven.'],
  ])('%s', (_, written, resumed) => {
    expect(resume(written)).toBe(resumed);
  });
});

it('a reply never begins before its round', () => {
  expect(resume('Let me look# it is| seven.')).toBe('it is| seven.');
  expect(resume('Let me| look# it is seven.')).toBe('Let me| look it is seven.');
  expect(resume('so so so so so so so# one two| three')).toBe('one two| three');
});

describe('in other languages', () => {
  it.each([
    ['ja', '少々お待ちください。席を|確認します。', '席を|確認します。'],
    ['ja', 'はい、席を|確認します。', '席を|確認します。'],
    ['zh', '你好，我们|今天开门。', '我们|今天开门。'],
    ['zh', '你好，|我们今天开门。', '|我们今天开门。'],
    ['de', 'Am 3. Mai ist| offen.', 'Am 3. Mai ist| offen.'],
    ['no language', 'It is open. My grandmother| cooked.', 'My grandmother| cooked.'],
  ])('%s: %s', (language, written, resumed) => {
    expect(resume(written, createFindResumeOffset(language))).toBe(resumed);
  });
});
