import { describe, expect, test } from 'vitest';
import { measureGrowth } from '../../../support/growth.ts';
import { findExcess } from '../../../../providers/local/stt/grammarBounds.ts';
import { addSilence, listWords } from '../../../../providers/local/stt/jsgf.ts';

const saying = (rules: string): string => `#JSGF V1.0;\ngrammar desk;\n${rules}`;

describe('the words of a grammar', () => {
  test.each([
    ['alternatives and groups', 'public <a> = (yes | no) [please];', ['yes', 'no', 'please']],
    ['repetitions', 'public <a> = very* good+;', ['very', 'good']],
    ['rules by their names', 'public <a> = <b c>; <b c> = hello;', ['hello']],
    ['each once', 'public <a> = bye bye;', ['bye']],
    ['tags', 'public <a> = hello {GREET it; now} | bye {};', ['hello', 'bye']],
    ['weights', 'public <a> = /0.5/ hello | /10/ bye;', ['hello', 'bye']],
    ['comments', '/* public\nold */ public <a> = hello; // not\n', ['hello']],
    ['words with an apostrophe', "public <a> = i'd like;", ["i'd", 'like']],
    [
      'what only sounds like a keyword',
      'public <a> = the public grammar import;',
      ['the', 'public', 'grammar', 'import'],
    ],
  ])('%s', (_name, rules, words) => expect(listWords(saying(rules))).toEqual(words));

  test('without the header, whatever stands there', () =>
    expect(listWords('#JSGF V1.0 UTF-8 en;\ngrammar com.example.desk;\nimport <other.*>;\npublic <a> = hi;')).toEqual([
      'hi',
    ]));
});

describe('a grammar or nothing', () => {
  test('is one public rule: any sentence of the public ones, or none', () =>
    expect(addSilence(saying('public <a> = yes;\npublic <b> = no | <c>;\n<c> = maybe;'))).toBe(
      saying('<a> = yes;\n<b> = no | <c>;\n<c> = maybe;\npublic <sentence-or-nothing> = [ <a> | <b> ];\n'),
    ));

  test('is left as it is where nothing is public, so that the engine can complain of it', () => {
    expect(addSilence('hello')).toBe('hello');
    expect(addSilence('/* public <a> = yes; */ <b> = no;')).toBe('/* public <a> = yes; */ <b> = no;');
  });
});

describe('the bounds of a grammar', () => {
  const bounds = (grammar: string): readonly string[] =>
    findExcess(grammar).map(({ expected, got }) => `${expected}: ${got}`);
  const doubling = (levels: number): string =>
    saying(
      Array.from({ length: levels }, (_, at) => `<r${at + 1}> = <r${at}> <r${at}>;`).join('\n') +
        `\n<r0> = yes;\npublic <all> = <r${levels}>;`,
    );

  test('2,000 words, with each rule written out', () => {
    expect(bounds(saying(`public <a> = ${'yes '.repeat(2000)};`))).toEqual([]);
    expect(bounds(saying(`public <a> = ${'yes '.repeat(2001)};`))).toEqual([
      'at most 2000 words, with every rule expanded: 2001',
    ]);
    expect(bounds(doubling(10))).toEqual([]);
    expect(bounds(doubling(11))).toEqual(['at most 2000 words, with every rule expanded: 2048']);
    expect(bounds(doubling(40))).toEqual([`at most 2000 words, with every rule expanded: ${2 ** 40}`]);
  });

  test('30 consecutive optional parts', () => {
    const expected = 'at most 30 consecutive optional parts';
    expect(bounds(saying(`public <a> = yes ${'[no] '.repeat(30)};`))).toEqual([]);
    expect(bounds(saying(`public <a> = yes ${'[no] '.repeat(31)};`))).toEqual([`${expected}: 31`]);
    expect(bounds(saying(`public <a> = yes ${'no* '.repeat(31)};`))).toEqual([`${expected}: 31`]);
    expect(bounds(saying(`public <a> = yes <b> <b>; <b> = ${'[no] '.repeat(16)};`))).toEqual([`${expected}: 32`]);
    expect(bounds(saying(`public <a> = yes (<b>)+; <b> = ${'[no] '.repeat(16)};`))).toEqual([`${expected}: 33`]);
    expect(bounds(saying(`public <a> = ${'yes [no] '.repeat(500)};`))).toEqual([]);
    expect(bounds(saying(`public <a> = ${'yes [no] | '.repeat(500)} no;`))).toEqual([]);
  });

  test('50 parts inside each other', () => {
    const nested = (depth: number): string => saying(`public <a> = ${'('.repeat(depth)}yes${')'.repeat(depth)};`);
    const chain = (length: number): string =>
      saying(
        Array.from({ length }, (_, at) => `<r${at}> = no <r${at + 1}>;`).join('') +
          `<r${length}> = yes; public <a> = <r0>;`,
      );
    const expected = 'at most 50 nested groups and rules';
    expect(bounds(nested(48))).toEqual([]);
    expect(bounds(nested(20_000))).toEqual([`${expected}: more`]);
    expect(bounds(chain(48))).toEqual([]);
    expect(bounds(chain(1900))).toEqual([`${expected}: more`]);
  });

  test('rules that refer to themselves count once', () =>
    expect(bounds(saying('public <a> = yes <a> | no <b>; <b> = no <a> | yes;'))).toEqual([]));

  test('what is no grammar is left to the engine', () =>
    expect(['', '<', '{', '/*', 'public <a> =', '((((', '= = ;', '<a> = <b> | ;', ')]'].map(bounds)).toEqual(
      Array(9).fill([]),
    ));

  test.each(['/*', '<', '{', '//', '/', ';grammar ', '(', '[', '<a>', 'public ', '|', '<a>=', '\u{20000}', "'"])(
    'a text of %j is read in a time that grows with its length',
    async (part) => {
      const read = (length: number): void => {
        const text = part.repeat(length / part.length);
        findExcess(text);
        listWords(text);
        addSilence(text);
      };
      expect(await measureGrowth(25_000, read, { negligibleMs: 20 })).toBeLessThanOrEqual(3);
    },
  );
});
