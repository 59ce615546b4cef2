import { describe, expect, it } from 'vitest';
import { findTurnLanguage } from '../../../src/core/languages/findTurnLanguage.ts';
import { scoreText } from '../../../providers/textRules/scoreText.ts';

function isOver(text: string, tag: string, heard = ''): boolean {
  const language = findTurnLanguage(tag);
  if (language === undefined) throw new Error(`no rules for ${tag}`);
  return scoreText(text, language, { heard, unsaid: '' }) >= 0.5;
}

const over: Readonly<Record<string, readonly string[]>> = {
  en: [
    'Yes.',
    'A table for two, please',
    'seven',
    'twenty five',
    'half past seven',
    'at 7:30',
    'in 1985',
    'nineteen eighty five',
    'What is it for?',
    'Where are you from',
    'I think so',
    'very well',
    'That is what I like',
    'the red one',
    'Thank you',
    'no',
    'yes it is',
    'No, I don’t',
    'I know what that is',
    'I do not remember what that was about',
    'the third of May',
    'two one',
    'me too',
    'not really',
    'that is it',
    'How are you?',
    'I don’t know why',
    'two hundred',
    'why',
    'Smith, S M I T H',
    'my number is 0 7 7 0 0 9 0 0 1 2 3',
    'It is five five five, one two three, four five six seven',
    '4111 1111 1111 1111',
  ],
  fr: [
    'Oui.',
    'si',
    'un',
    'Et vous ?',
    'je ne sais pas où',
    'c’est quoi',
    'oui il est',
    'non plus',
    'Une table pour deux',
    'sept',
    'à sept heures',
    'vingt cinq',
    'Merci beaucoup',
    'pourquoi',
  ],
  de: [
    'Ja.',
    'Und Sie?',
    'eins',
    'ja das ist',
    'ich weiß nicht, was das ist',
    'weil ich krank bin',
    'Einen Tisch für zwei',
    'sieben',
    'um sieben Uhr',
    'Vielen Dank',
    'wozu ist das gut',
    'warum',
  ],
  es: [
    'Sí.',
    'nada más',
    'no hay',
    'uno',
    '¿Y usted?',
    'sí quiero',
    'no sé qué es',
    'Una mesa para dos',
    'siete',
    'a las siete',
    'Muchas gracias',
    'de nada',
    'cuándo',
  ],
};

const goesOn: Readonly<Record<string, readonly string[]>> = {
  en: [
    'um',
    'Well,',
    'I would, uh',
    'Let me see…',
    "I'd like to",
    'I’m looking for',
    'a table for two and',
    'My name is',
    'my number is',
    'My phone number is 555',
    'my number is five five',
    'could you please',
    'can you tell me if',
    'the problem is that',
    'I asked what you were looking for and about',
    'five five five',
    'oh seven seven double zero',
    'It is 555 12',
    '4111 1111 1111',
    'S M I',
    'Could you',
    'It is',
    'yes and my',
    'I have',
    'because',
    'john dot smith at',
    'it is between',
  ],
  fr: [
    'euh',
    'Alors,',
    'je voudrais',
    'mon numéro est',
    'mon numéro est le zéro six douze',
    'une table pour',
    'parce que',
    'zéro six un deux',
  ],
  de: ['ähm', 'Also', 'ich möchte', 'meine Nummer ist', 'null eins sieben', 'einen Tisch für', 'weil', 'S C H'],
  es: ['eh', 'Bueno,', 'me gustaría', 'mi número es', 'seis cero dos', 'una mesa para', 'porque', 'P E R'],
};

describe.each(Object.keys(over))('in %s', (tag) => {
  it.each(over[tag] ?? [])('"%s" is a whole turn', (text) => expect(isOver(text, tag)).toBe(true));
  it.each(goesOn[tag] ?? [])('behind "%s" something follows', (text) => expect(isOver(text, tag)).toBe(false));
});

describe('as many digits as the agent asked for are a whole turn', () => {
  it.each([
    ['en', 'What are the last four digits of your card?', '4 2 7 1'],
    ['en', 'Please say your 6-digit code.', '1 2 3 4 5 6'],
    ['en', 'Please say your six digit code.', 'one two three four five six'],
    ['fr', 'Quels sont les quatre derniers chiffres ?', '4 2 7 1'],
    ['de', 'Wie lauten die letzten vier Ziffern?', '4 2 7 1'],
    ['es', '¿Cuáles son los últimos cuatro dígitos?', '4 2 7 1'],
  ])('in %s, behind "%s"', (tag, heard, digits) => {
    expect([isOver(digits, tag, heard), isOver(digits.split(' ').slice(0, -1).join(' '), tag, heard)]).toEqual([
      true,
      false,
    ]);
    expect(isOver(digits, tag)).toBe(false);
  });
});

describe('digits as recognisers write them', () => {
  const ASKED = 'What is your phone number?';

  it.each([
    ['555', '555 1234'],
    ['555-12', '555-1234'],
    ['555.123', '555.123.4567'],
    ['(555)', '(555) 123-4567'],
    ['(555) 123', '(555) 123-4567.'],
    ['+1 (555)', '+1 (555) 123-4567'],
    ['+1 (555) 123-45', '+15551234567'],
    ['+1', '+1 555 123 4567'],
    ['+44 7700 900', '+44 7700 900123'],
    ['it is 07', 'it is 07700 900123'],
    ['07', '0770 090 0123'],
    ['it is (555)', 'it is (555) 123 4567'],
    ['yes 555', 'yes 555 1234'],
  ])('"%s" goes on, "%s" does not, whether a number was asked for or not', (part, whole) => {
    const over = (text: string): readonly boolean[] => [isOver(text, 'en', ASKED), isOver(text, 'en')];
    expect([over(part), over(whole)]).toEqual([
      [false, false],
      [true, true],
    ]);
  });

  it.each([
    ['Which year was that?', '1984'],
    ['How many are you?', '12'],
    ['How much is it?', '10,000'],
    ['How much is it?', '1.250.000'],
    ['When shall we meet?', 'at 07:30'],
    ['', 'it costs 300'],
    ['', 'we met in 1984'],
    ['', '42'],
  ])('behind "%s", "%s" is an answer', (heard, text) => expect(isOver(text, 'en', heard)).toBe(true));
});

describe('behind a question of the agent', () => {
  it.each([
    ['Is it urgent?', 'it is', true],
    ['Is it urgent?', 'it is for', false],
    ['What is it?', 'it is', false],
    ['You said so.', 'it is', false],
    ['What is your number?', 'two one', false],
    ['Your number is noted. How many are you?', 'two one', true],
    ['What is your number?', 'seven', true],
  ])('"%s", is "%s" a whole turn: %s', (heard, text, isWhole) => expect(isOver(text, 'en', heard)).toBe(isWhole));
});

it('text without words is no turn', () => expect(isOver(' … ', 'en')).toBe(false));

it('finds the rules of a language by its tag, in any case and with any region', () => {
  expect(findTurnLanguage('EN-gb')).toBe(findTurnLanguage('en'));
  expect(findTurnLanguage('pt-BR')).toBeUndefined();
  expect(findTurnLanguage(undefined)).toBeUndefined();
});
