import { describe, expect, it } from 'vitest';
import { createPhrases } from '../../../src/core/phrases/createPhrases.ts';
import { PHRASE_LANGUAGES, backchannels, greetings, interruptPhrases } from '../../../src/core/phrases/lists.ts';

/** Denials, requests and beginnings of sentences, which a listener does not say to listen on. */
const WORDS_OF_THEIR_OWN = {
  en: ['no', 'nope', 'nah', 'mm-mm', 'uh-uh', 'stop', 'wait', 'um', 'well', 'but', 'not', 'what', 'really'],
  fr: ['non', 'si', 'arrêtez', 'attendez', 'euh', 'mais', 'alors', 'quoi', 'pardon'],
  de: ['nein', 'nee', 'doch', 'halt', 'warte', 'äh', 'aber', 'also', 'was', 'bitte'],
  es: ['no', 'espera', 'para', 'pero', 'pues', 'eh', 'cómo', 'mande'],
  it: ['no', 'aspetta', 'ma', 'allora', 'beh', 'come', 'davvero'],
  pt: ['não', 'espera', 'para', 'mas', 'então', 'como', 'sério'],
  nl: ['nee', 'wacht', 'maar', 'nou', 'dus', 'jawel', 'wat'],
  pl: ['nie', 'no', 'co', 'ale', 'więc', 'serio', 'stop', 'czekaj'],
  sv: ['nej', 'nä', 'va', 'men', 'alltså', 'vänta'],
  ko: ['아니', '아니요', '뭐', '저기', '근데', '잠깐만', '진짜'],
  zh: ['不', '不是', '不对', '不好', '什么', '那个', '但是', '等等', '真的', '好像', '对不起'],
  ar: ['لا', 'شو', 'بس', 'يعني', 'لكن', 'لحظة'],
  hi: ['नहीं', 'क्या', 'तो', 'लेकिन', 'मतलब', 'रुको', 'nahi'],
  tr: ['hayır', 'yok', 'ne', 'ama', 'şey', 'yani', 'dur'],
  ja: ['いいえ', 'いや', 'ううん', '違う', '待って', 'うーん', 'えっと', 'でも', 'え', '大丈夫です', '結構です'],
} as const;

/** "Stop", "wait", "hang on", "no". */
const REQUESTS = {
  en: ['stop', 'wait', 'hang on', 'no'],
  fr: ['stop', 'attendez', 'un instant', 'non'],
  de: ['stopp', 'warte', 'moment mal', 'nein'],
  es: ['stop', 'espera', 'un momento', 'no'],
  it: ['stop', 'aspetta', 'un attimo', 'no'],
  pt: ['pare', 'espera', 'espera aí', 'não'],
  nl: ['stop', 'wacht', 'wacht even', 'nee'],
  pl: ['stop', 'czekaj', 'chwileczkę', 'nie'],
  sv: ['stopp', 'vänta', 'vänta lite', 'nej'],
  ko: ['멈춰', '기다려', '잠깐만', '아니요'],
  zh: ['停', '等等', '等一下', '不'],
  ar: ['توقف', 'انتظر', 'لحظة', 'لا'],
  hi: ['रुको', 'रुकिए', 'एक मिनट', 'नहीं'],
  tr: ['dur', 'bekle', 'bir dakika', 'hayır'],
  ja: ['ストップ', '待って', 'ちょっと待って', 'いいえ'],
} as const;

/** Praise, thanks, and thanks behind another backchannel. */
const PRAISE = {
  en: ['oh wow', 'that’s great', 'got it, thanks'],
  fr: ['génial', 'merci beaucoup', "d'accord, merci"],
  de: ['oh wow', 'sehr schön', 'alles klar, danke'],
  es: ['genial', 'muchas gracias', 'vale, gracias'],
  it: ['ottimo', 'grazie mille', 'va bene, grazie'],
  pt: ['que bom', 'muito obrigada', 'tá bom, obrigado'],
  nl: ['geweldig', 'dank u wel', 'oké, bedankt'],
  pl: ['świetnie', 'bardzo dziękuję', 'dobrze, dziękuję'],
  sv: ['vad bra', 'tack så mycket', 'okej, tack'],
  ko: ['우와', '고마워요', '네, 감사합니다'],
  zh: ['太棒了', '非常感谢', '好的，谢谢'],
  ar: ['رائع', 'شكرا جزيلا', 'تمام، شكرا'],
  hi: ['बहुत बढ़िया', 'धन्यवाद', 'ठीक है, शुक्रिया'],
  tr: ['çok güzel', 'teşekkür ederim', 'tamam, teşekkürler'],
  ja: ['すごいですね', 'ありがとうございます', 'はい、ありがとう'],
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

  it('have "stop", "wait", "hang on" and "no" as interrupt phrases', () => {
    expect(REQUESTS[language].filter((text) => !phrases.isInterruptPhrase(text))).toEqual([]);
  });

  it('have praise and thanks as backchannels', () => {
    expect(PRAISE[language].filter((text) => !phrases.isBackchannel(text))).toEqual([]);
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

it('every backchannel of a language stays one where the interrupt phrases of all are on', () => {
  const all = createPhrases({ interruptPhrases: 'default' });
  expect(Object.values(backchannels).flat().filter(all.isInterruptPhrase)).toEqual([]);
});
