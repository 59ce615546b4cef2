import { describe, expect, it } from 'vitest';
import { findTurnLanguage } from '../../../providers/textRules/findTurnLanguage.ts';
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
