import { describe, expect, it } from 'vitest';
import { createPhrases } from '../../../src/core/phrases/createPhrases.ts';
import { PHRASE_LANGUAGES, backchannels, greetings, interruptPhrases } from '../../../src/core/phrases/lists.ts';

/** Denials, requests and beginnings of sentences, which a listener does not say to listen on. */
const WORDS_OF_THEIR_OWN = {
  en: [
    'no',
    'nope',
    'nah',
    'mm-mm',
    'uh-uh',
    'stop',
    'wait',
    'um',
    'well',
    'but',
    'not',
    'what',
    'really',
    'nice',
    'wow',
  ],
  fr: ['non', 'si', 'arrêtez', 'attendez', 'euh', 'mais', 'alors', 'quoi', 'pardon'],
  de: ['nein', 'nee', 'doch', 'halt', 'warte', 'äh', 'aber', 'also', 'was', 'bitte'],
  es: ['no', 'espera', 'para', 'pero', 'pues', 'eh', 'cómo', 'mande'],
  it: ['no', 'aspetta', 'ma', 'allora', 'beh', 'come', 'davvero'],
  pt: ['não', 'espera', 'para', 'mas', 'então', 'como', 'sério'],
  nl: ['nee', 'wacht', 'maar', 'nou', 'dus', 'jawel', 'wat'],
  pl: ['nie', 'no', 'co', 'ale', 'więc', 'serio', 'stop', 'czekaj'],
  sv: ['nej', 'nä', 'va', 'men', 'alltså', 'vänta', 'tack'],
  ko: ['아니', '아니요', '뭐', '저기', '근데', '잠깐만', '진짜'],
  zh: ['不', '不是', '不对', '不好', '什么', '那个', '但是', '等等', '真的', '好像', '对不起'],
  ar: ['لا', 'شو', 'بس', 'يعني', 'لكن', 'لحظة', 'شكرا'],
  hi: ['नहीं', 'क्या', 'तो', 'लेकिन', 'मतलब', 'रुको', 'nahi'],
  tr: ['hayır', 'yok', 'ne', 'ama', 'şey', 'yani', 'dur', 'teşekkürler'],
  ja: ['いいえ', 'いや', 'ううん', '違う', '待って', 'うーん', 'えっと', 'でも', 'え', '大丈夫です', '結構です'],
} as const;

describe.each(PHRASE_LANGUAGES)('the lists of %s', (language) => {
  const lists = { backchannels, greetings, interruptPhrases };
  const phrases = createPhrases({ languages: [language], interruptPhrases: 'default' });

  it.each(Object.entries(lists))('%s are sorted, each once, in lower case and one Unicode form', (_, list) => {
    const words = list[language];
    expect(words).toEqual([...new Set(words)].toSorted());
    expect(words).toEqual(words.map((word) => word.toLowerCase().normalize('NFC').trim()));
  });

  it('are found by the decisions', () => {
    expect(backchannels[language].filter((text) => !phrases.isBackchannel(text))).toEqual([]);
    expect(greetings[language].filter((text) => !phrases.isGreeting(text))).toEqual([]);
    expect(interruptPhrases[language].filter((text) => !phrases.isInterruptPhrase(text))).toEqual([]);
  });

  it('share no phrase', () => {
    expect(interruptPhrases[language].filter(phrases.isBackchannel)).toEqual([]);
    expect(interruptPhrases[language].filter(phrases.isGreeting)).toEqual([]);
    expect(greetings[language].filter(phrases.isBackchannel)).toEqual([]);
  });

  it('have no backchannel that denies, asks or begins to speak', () => {
    expect(WORDS_OF_THEIR_OWN[language].filter(phrases.isBackchannel)).toEqual([]);
  });
});

it('no backchannel of a language is an interrupt phrase of another', () => {
  const all = createPhrases({ interruptPhrases: 'default' });
  expect(Object.values(interruptPhrases).flat().filter(all.isBackchannel)).toEqual([]);
});
