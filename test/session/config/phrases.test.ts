import { describe, expect, it } from 'vitest';
import { STT } from '../../../providers/names.ts';
import { backchannels } from '../../../src/core/phrases/lists.ts';
import { parseConfig } from '../../../src/session/config/config.ts';
import { faultsOf } from './faults.ts';
import { AZURE, KEY, shortest } from './table.ts';

const GRAMMAR = '#JSGF V1.0; grammar yes; public <yes> = yes;';

describe('the backchannels of a session', () => {
  it.each([
    ['OpenAI in English', STT.OpenAI(KEY), ['yeah']],
    ['OpenAI in German', STT.OpenAI({ ...KEY, language: 'de' }), ['genau']],
    ['OpenAI that detects the language', STT.OpenAI({ ...KEY, language: '' }), ['yeah', 'genau', 'ouais']],
    ['Azure in two languages', STT.Azure({ ...AZURE, languages: ['de-AT', 'fr-FR'] }), ['genau', 'ouais']],
    ['Deepgram in French', STT.Deepgram({ ...KEY, language: 'fr' }), ['ouais']],
    ['Deepgram in any language', STT.Deepgram({ ...KEY, language: 'multi' }), ['yeah', 'genau', 'ouais']],
    ['Flux in English', STT.Deepgram({ ...KEY, model: 'flux-general-en', language: 'fr' }), ['yeah']],
    [
      'Flux in any language',
      STT.Deepgram({ ...KEY, model: 'flux-general-multi', language: 'fr' }),
      ['yeah', 'genau', 'ouais'],
    ],
    ['AssemblyAI in German', STT.AssemblyAI({ ...KEY, language_codes: ['de-AT'] }), ['genau']],
    ['AssemblyAI in any language', STT.AssemblyAI(KEY), ['yeah', 'genau', 'ouais']],
    ['Soniox in German', STT.Soniox({ ...KEY, language_hints: ['de-AT'] }), ['genau']],
    ['Soniox in any language', STT.Soniox(KEY), ['yeah', 'genau', 'ouais']],
    ['the local recogniser', STT.Local({ grammar: GRAMMAR, language: 'fr-FR' }), ['ouais']],
    ['a language without lists', STT.Deepgram({ ...KEY, language: 'sv' }), []],
  ])('are by default those of the recogniser: %s', (_, stt, expected) => {
    const { isBackchannel } = parseConfig({ ...shortest, stt }).phrases;
    expect(['yeah', 'genau', 'ouais'].filter(isBackchannel)).toEqual(expected);
  });

  it('are what was configured', () => {
    const { phrases } = parseConfig({ ...shortest, backchannels: [...backchannels.en, 'go on'] });
    expect(['yeah', 'go on', 'genau'].filter(phrases.isBackchannel)).toEqual(['yeah', 'go on']);
    expect(parseConfig({ ...shortest, backchannels: [] }).phrases.isBackchannel('mhm')).toBe(false);
  });
});

describe('the interrupt phrases of a session', () => {
  it('are none by default', () => {
    expect(parseConfig(shortest).phrases.isInterruptPhrase('stop')).toBe(false);
  });

  it.each([
    ['default' as const, ['stop', 'no']],
    [['no'], ['no']],
  ])('are what was configured: %j', (interrupt_phrases, expected) => {
    const { isInterruptPhrase } = parseConfig({ ...shortest, interrupt_phrases }).phrases;
    expect(['stop', 'no', 'genau'].filter(isInterruptPhrase)).toEqual(expected);
  });
});

describe('a list of phrases', () => {
  it.each(['backchannels', 'interrupt_phrases'])('of %s is refused with the phrase that is wrong', (field) => {
    const expected = (path: string, text: string, got: string) => [{ path: `${field}${path}`, expected: text, got }];
    const faultsWith = (value: unknown) => faultsOf({ ...shortest, [field]: value });
    expect(faultsWith('en')).toEqual(expected('', '"default" or an array of strings', 'a string of 2 characters'));
    expect(faultsWith(Array(1001).fill('mhm'))).toEqual(expected('', 'at most 1000 phrases', 'an array of 1001'));
    expect(faultsWith(['mhm', 7])).toEqual(expected('[1]', 'a string', '7'));
    expect(faultsWith(['…'])).toEqual(expected('[0]', 'a phrase with at least one letter', 'a string of 1 characters'));
    expect(faultsWith(['m'.repeat(101)])).toEqual(
      expected('[0]', 'at most 100 characters', 'a string of 101 characters'),
    );
  });
});
