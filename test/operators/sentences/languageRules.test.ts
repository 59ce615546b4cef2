import { expect, test } from 'vitest';
import { languageRulesOf } from '../../../operators/sentences/languageRules.ts';
import { pieces } from './pieces.ts';

/** Private tags of German: all of them are valid, and none is equal to another. */
const TAGS: readonly string[] = Array.from({ length: 200 }, (_, n) => `de-x-${n}`);

test('the rules of a language are created once', () => {
  expect(languageRulesOf('de')).toBe(languageRulesOf('de'));
});

test('each language has its own rules, also after many others', () => {
  const cut = (language: string): readonly string[] => pieces('Es ist der 3. Mai, usw. So ist es.', { language });
  const german = ['Es ist der 3. Mai, usw. So ist es.'];
  for (const language of ['de', ...TAGS, 'de']) expect(cut(language), language).toEqual(german);
  expect(cut('en')).not.toEqual(german);
});

test('no more than 64 languages are kept', () => {
  const first = languageRulesOf('de-x-first');
  for (const language of TAGS.slice(0, 64)) languageRulesOf(language);
  expect(languageRulesOf('de-x-first')).not.toBe(first);
});

test('a tag that is none is refused each time', () => {
  for (const _ of [1, 2]) expect(() => languageRulesOf('not a tag')).toThrow(RangeError);
});
