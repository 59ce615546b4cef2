import { describe, expect, test } from 'vitest';
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
