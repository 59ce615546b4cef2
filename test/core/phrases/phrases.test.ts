import { describe, expect, it } from 'vitest';
import { createPhrases } from '../../../src/core/phrases/createPhrases.ts';

describe('a backchannel', () => {
  const english = createPhrases({ languages: ['en-US'] });

  it.each([
    'mhm',
    'Mm-hmm.',
    'mmhmm',
    'Uh-huh!',
    'uh huh',
    'O.K.',
    'okay right',
    'yeah, yeah',
    'Yeah… right — I see.',
    'YEAH',
    'yeaah',
    'mmmmmm',
    "that’s right, that's true",
    'thats right',
    'got it, got it',
    'ｏｋａｙ',
  ])('is "%s"', (text) => expect(english.isBackchannel(text)).toBe(true));

  it.each([
    '',
    ' … ',
    'no',
    'stop',
    'um',
    'mm-mm',
    'uh-uh',
    'nuh-uh',
    'yeah but wait',
    'but yeah',
    'okay 5',
    'right?',
    'right？',
    'yeahokay',
    'got',
    'is',
    'hello',
    'wow?',
    'ja',
  ])('is not "%s"', (text) => expect(english.isBackchannel(text)).toBe(false));

  it.each(['?', '？', '؟', '¿', '⁇', '⁈', '‽', '՞', '፧', '﹖'])('is no question, here with %s', (mark) => {
    expect(english.isBackchannel(`okay${mark}`)).toBe(false);
  });

  it('is no question in Greek, which asks with a semicolon', () => {
    const greek = createPhrases({ backchannels: ['ναι'] });
    expect(['ναι', 'ναι;', 'ναι\u037E', 'ναι; ναι'].map(greek.isBackchannel)).toEqual([true, false, false, false]);
  });

  it.each([
    ['fr', "D'accord, d’accord. Ah oui ?", false],
    ['fr', "D'accord, d’accord. Ah oui.", true],
    ['fr', 'tout à fait', true],
    ['fr', 'Mmh, mmh.', true],
    ['fr', 'mmh-mmh', false],
    ['de', 'Ach so, ja, genau.', true],
    ['de', 'achso', true],
    ['de', 'Jaja, hab verstanden.', true],
    ['de', 'ja doch', false],
    ['es', 'sí, sí, claro', true],
    ['es', 'no', false],
    ['it', 'sì, va bene, ho capito', true],
    ['pt', 'tá bom, entendi', true],
    ['pl', 'No tak, rozumiem.', true],
    ['pl', 'no', false],
    ['sv', 'Ja, just det.', true],
    ['sv', 'ja men', false],
    ['ko', '네, 네. 알겠습니다.', true],
    ['ko', '네 근데', false],
    ['zh', '嗯嗯，好的。', true],
    ['zh', '對對對', true],
    ['zh', '好的，但是', false],
    ['ar', 'أيوة، تمام', true],
    ['ar', 'أيوة بس', false],
    ['hi', 'हाँ जी, ठीक है।', true],
    ['hi', 'haan, accha', true],
    ['hi', 'हाँ लेकिन', false],
    ['tr', 'Hı hı, anladım.', true],
    ['tr', 'evet ama', false],
    ['nl', 'ja hoor, ik snap het', true],
    ['ja', 'はい', true],
    ['ja', 'はいはい、そうですね。', true],
    ['ja', 'あっなるほど', true],
    ['ja', 'ﾊｲ', true],
    ['ja', 'へぇー、オーケーです', true],
    ['ja', 'へぇー、OKです', true],
    ['ja', 'ううん', false],
    ['ja', 'うーん', false],
    ['ja', 'いいえ', false],
    ['ja', 'はい、でも', false],
    ['ja', 'OKはい', true],
    ['ja', 'はいOK', true],
    ['ja', 'そうですか？', false],
  ])('in %s: "%s" is %s', (language, text, expected) => {
    expect(createPhrases({ languages: [language] }).isBackchannel(text)).toBe(expected);
  });

  it('is of all languages where the recogniser detects the language', () => {
    const all = createPhrases();
    expect(['ja genau', 'oui', 'yeah', 'はい', 'no'].map(all.isBackchannel)).toEqual([true, true, true, true, false]);
  });

  it('is of several configured languages, and of none without lists', () => {
    expect(['oui', 'ja', 'yeah'].map(createPhrases({ languages: ['fr-CA', 'EN'] }).isBackchannel)).toEqual([
      true,
      false,
      true,
    ]);
    expect(createPhrases({ languages: ['fi'] }).isBackchannel('mhm')).toBe(false);
  });

  it('is what was configured instead', () => {
    const own = createPhrases({ backchannels: ['Aha', 'go on', '…'] });
    expect(['aha, go on', 'go', 'yeah', '…'].map(own.isBackchannel)).toEqual([true, false, false, false]);
    expect(createPhrases({ backchannels: [] }).isBackchannel('mhm')).toBe(false);
  });

  it('is none that was configured as an interrupt phrase', () => {
    const own = createPhrases({ languages: ['en'], interruptPhrases: ['okay', 'oh yeah'] });
    expect(['okay', 'yeah okay', 'oh yeah', 'yeah', 'okayed'].map(own.isBackchannel)).toEqual([
      false,
      false,
      false,
      true,
      false,
    ]);
  });

  it.each(["ma'am", 'ma’am', 'ma´am', 'ma＇am', 'ma\u00ADam'])('goes on behind an apostrophe, as in "%s"', (text) => {
    expect(createPhrases({ backchannels: ['ma', 'am'] }).isBackchannel(text)).toBe(false);
    expect(createPhrases({ backchannels: ['maam'] }).isBackchannel(text)).toBe(true);
  });

  it.each(['o-kay', 'o‐kay', 'o‑kay'])('goes on behind a hyphen, as in "%s"', (text) => {
    expect(createPhrases({ backchannels: ['o', 'kay'] }).isBackchannel(text)).toBe(false);
    expect(createPhrases({ backchannels: ['okay'] }).isBackchannel(text)).toBe(true);
  });

  it('is stretched only in letters, and never shorter than in the list', () => {
    const own = createPhrases({ backchannels: ['good', 'code 10'] });
    expect(['gooood', 'god', 'code 10', 'code 100'].map(own.isBackchannel)).toEqual([true, false, true, false]);
  });
});

describe('a text that may become a backchannel', () => {
  const english = createPhrases({ languages: ['en'] });

  it.each(['got', 'okay that’s', 'thank', 'i', 'yeah of'])('is "%s"', (text) =>
    expect(english.mayBecomeBackchannel(text)).toBe(true),
  );

  it.each(['', 'wait', 'got two', 'thanks but', 'gotcha'])('is not "%s"', (text) =>
    expect(english.mayBecomeBackchannel(text)).toBe(false),
  );
});

describe('a greeting', () => {
  const { isGreeting } = createPhrases({ languages: ['en'] });

  it.each(['hello', 'Hello?', 'hi there', 'yeah hello', 'hello, okay', 'Good  Morning!'])('is "%s"', (text) =>
    expect(isGreeting(text)).toBe(true),
  );

  it('may consist of words that are backchannels by themselves', () => {
    expect(createPhrases({ backchannels: ['good', 'morning'] }).isGreeting('good morning')).toBe(true);
  });

  it.each(['', 'okay', 'hello I want a table', 'bonjour'])('is not "%s"', (text) =>
    expect(isGreeting(text)).toBe(false),
  );
});

describe('an interrupt phrase', () => {
  const { isInterruptPhrase } = createPhrases({ interruptPhrases: 'default', languages: ['en'] });

  it.each([
    'stop',
    'Stop!',
    'stop stop',
    'okay, stop',
    'hold on',
    'hold on please',
    'yeah hold on',
    'yeah okay hold on a second',
    'wait a minute, I said two',
    'please stop',
    'Stop, please.',
    'no',
    'no, thank you',
    'okay no',
  ])('is "%s"', (text) => expect(isInterruptPhrase(text)).toBe(true));

  it.each([
    '',
    'yeah',
    'no problem',
    'stop by on Sunday',
    'yeah stop by on Sunday',
    'I said hold on',
    'hold onto it',
    'wait for it',
  ])('is not "%s"', (text) => expect(isInterruptPhrase(text)).toBe(false));

  it.each([
    ['待って', true],
    ['はい、ちょっと待って', true],
    ['はいちょっと待って、違います', true],
    ['待っていました', false],
  ])('in a script without spaces: "%s" is %s', (text, expected) => {
    const japanese = createPhrases({ interruptPhrases: 'default', languages: ['ja'] });
    expect(japanese.isInterruptPhrase(text)).toBe(expected);
  });

  it.each([
    ['fr', "attendez, s'il vous plaît"],
    ['de', 'Bitte warten Sie.'],
    ['de', 'nee, warte'],
    ['ja', 'いや、ちょっと待って'],
  ])('in %s is "%s"', (language, text) => {
    expect(createPhrases({ interruptPhrases: 'default', languages: [language] }).isInterruptPhrase(text)).toBe(true);
  });

  it.each([
    ['no', true],
    ['no tak', false],
    ['no jasne', false],
    ['tak, no', true],
    ['no no', true],
    ['不', true],
    ['不错', false],
  ])('gives way to a longer backchannel, also of another language: "%s" is %s', (text, expected) => {
    expect(createPhrases({ interruptPhrases: 'default' }).isInterruptPhrase(text)).toBe(expected);
  });

  it.each([
    ['stop', false],
    ['okay no', false],
    ['hold on', true],
    ['yeah hold on', true],
    ['hold', false],
  ])('is one whatever follows: "%s" is %s', (text, expected) => {
    const { beginsWithInterruptPhrase } = createPhrases({ interruptPhrases: 'default', languages: ['en'] });
    expect(beginsWithInterruptPhrase(text)).toBe(expected);
  });

  it('is none by default', () => expect(createPhrases().isInterruptPhrase('stop')).toBe(false));

  it('is what was configured', () => {
    const own = createPhrases({ interruptPhrases: ['no', 'not now'] });
    expect(['no', 'no problem', 'not now please', 'stop'].map(own.isInterruptPhrase)).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });
});

describe('a text of 100,000 letters', () => {
  const phrases = createPhrases({ interruptPhrases: 'default' });

  // In proportion to the length this takes a quarter of a second, in proportion to its square longer than a test may take.
  it.each([
    ['backchannels', 'yeah okay ', true],
    ['one word', 'yeah', false],
    ['one letter', 'm', true],
    ['a script without spaces', 'はい', true],
    ['punctuation', '… - ', false],
  ])('is read once: %s', (_, part, expected) => {
    const text = part.repeat(100_000 / part.length);
    expect(phrases.isBackchannel(text)).toBe(expected);
    expect(phrases.isInterruptPhrase(text)).toBe(false);
  });
});
