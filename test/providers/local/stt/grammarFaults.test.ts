import { beforeAll, describe, expect, test } from 'vitest';
import { grammar as concierge } from '../../../../examples/concierge/grammar.ts';
import { loadEngine, type Decoder } from '../../../../providers/local/stt/engine.ts';
import { findGrammarFaults } from '../../../../providers/local/stt/grammarFaults.ts';

const saying = (rules: string): string => `#JSGF V1.0;\ngrammar desk;\n${rules}`;

describe('the faults of a grammar', () => {
  let decoder: Decoder;
  beforeAll(async () => {
    decoder = await (await loadEngine('en-US')).createDecoder();
  });
  const faults = (grammar: string): string[] =>
    findGrammarFaults(grammar, 'en-US', decoder).map(({ expected, got }) => `${expected}: ${got}`);

  test('none', () => expect(faults(concierge)).toEqual([]));

  test('each word that the dictionary lacks, by name', () =>
    expect(faults(saying('public <a> = hello | zzqx (Hello | 7) ;'))).toEqual([
      'a word of the en-US dictionary, in lower case: zzqx',
      'a word of the en-US dictionary, in lower case: Hello',
      'a word of the en-US dictionary, in lower case: 7',
    ]));

  test('bounds are checked before the engine sees the grammar, also where nothing else has checked it', () => {
    const grammar = saying(
      `${Array.from({ length: 60 }, (_, at) => `<r${at}> = <r${at + 1}> <r${at + 1}>;`).join('')}<r60> = hello; public <a> = <r30>;`,
    );
    expect(faults(grammar)).toEqual([`at most 2000 words, with every rule expanded: ${2 ** 30}`]);
    expect(decoder.setGrammar(grammar)).toEqual([
      `expected at most 2000 words, with every rule expanded, got ${2 ** 30}`,
    ]);
  });

  test.each([
    ['no grammar at all', 'hello', /syntax error/],
    ['nothing', ' ', /syntax error/],
    ['half a grammar', saying('public <a> = hello | ;'), /syntax error near ';'/],
    ['a rule that is not closed', saying('public <a> = hello'), /syntax error/],
    ['nothing public', saying('<a> = hello;'), /No public rules/],
    ['a rule that there is not', saying('public <a> = hello <b>;'), /Undefined rule.*<desk\.b>/],
    ['a rule that begins with itself', saying('public <a> = <a> hello | bye;'), /Only right-recursion/],
    ['an import', saying('import <other.*>;\npublic <a> = hello;'), /./],
  ])('%s', (_name, grammar, got) => {
    const [fault, ...others] = faults(grammar);
    expect(fault).toMatch(/^a grammar in JSGF: /);
    expect(fault).toMatch(got);
    expect(others).toEqual([]);
  });

  test('leave the decoder fit for the next grammar', () => {
    expect(faults(saying('import <other.*>;'))).toHaveLength(1);
    expect(faults(saying('public <a> = zzqx;'))).toHaveLength(1);
    expect(faults(concierge)).toEqual([]);
  });

  test('French has a dictionary of its own', async () => {
    const french = await (await loadEngine('fr-FR')).createDecoder();
    expect(findGrammarFaults(saying('public <a> = bonjour | au revoir;'), 'fr-FR', french)).toEqual([]);
    expect(findGrammarFaults(saying('public <a> = bonjour thirsty;'), 'fr-FR', french).map(({ got }) => got)).toEqual([
      'thirsty',
    ]);
  });

  test('leave the exit code of the process alone', () => {
    faults(saying('import <other.*>;'));
    expect(process.exitCode).toBeUndefined();
  });
});
