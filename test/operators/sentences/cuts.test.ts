import { of } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { sentences } from '../../../operators/sentences.ts';
import { collect, en, pieces } from './pieces.ts';

describe('the first piece', () => {
  it.each([
    ['Well, let me see now, I think so.', ['Well, let me see now, ', 'I think so.']],
    ['Let me see: it is open – and – warm, too.', ['Let me see: it is open – ', 'and – warm, too.']],
    ['I will, of course; then we go.', ['I will, of course; then we go.']],
    ['Incomprehensibilities, really, so they say.', ['Incomprehensibilities, really, so they say.']],
    ['Yes! Well, let me see now, I think so.', ['Yes! ', 'Well, let me see now, I think so.']],
    ['It is 1,000,000 and 1, 2, 3 of them.', ['It is 1,000,000 and 1, 2, 3 of them.']],
    ['The twenty- and thirty-somethings came.', ['The twenty- and thirty-somethings came.']],
  ])('of "%s" may be a clause', (text, expected) => {
    expect(pieces(text)).toEqual(expected);
  });

  it('is the first only, also where one delta brings several', () => {
    const text = 'Yes! Well, let me see now, I think so. Or not, I do not know, so what. Good';
    expect(collect(of(text).pipe(sentences(en)))).toEqual([
      'Yes! ',
      'Well, let me see now, I think so. ',
      'Or not, I do not know, so what. ',
      'Good',
    ]);
  });

  it.each([
    [19, 3, 'abcdef ghijkl mno, then', 1],
    [18, 3, 'abcdef ghijkl mno, then', 2],
    [18, 4, 'abcdef ghijkl mno, then', 1],
    [17, 3, 'abcdef ghijkl mno, then', 2],
  ])('has at least %d characters and %d words', (minChars, minWords, text, count) => {
    expect(pieces(text, { ...en, firstClause: { minChars, minWords } })).toHaveLength(count);
  });

  it('can be held to whole sentences', () => {
    expect(pieces('Well, let me see now, I think so.', { ...en, firstClause: false })).toHaveLength(1);
  });

  it.each([
    ['zh', '我可以帮你预订一个桌子，请问您想几点来？', ['我可以帮你预订一个桌子，', '请问您想几点来？']],
    ['th', 'สวัสดีครับวันนี้อากาศดีมาก ผมชื่อโอม', ['สวัสดีครับวันนี้อากาศดีมาก ', 'ผมชื่อโอม']],
  ])('knows the clauses of scripts without spaces (%s)', (language, text, expected) => {
    expect(pieces(text, { language })).toEqual(expected);
  });
});

describe('is never cut', () => {
  it.each([
    ['en', 'It costs 3.5 or 1,000. 5 Years.'],
    ['en', 'Meet me at 12:30. 45 Minutes.'],
    ['en', 'Version 1. 5 Is out'],
    ['en', '1. Open'],
    ['en', 'So J. R. R. Tolkien wrote'],
    ['en', 'See example.com or U.S.A. Government'],
    ['en', 'Look at https://example.com/?Q=1&B=2!X'],
    ['en', 'Mr. Smith, Dr. Who, St. Mary, e.g. Apples, etc. And'],
    ['en', 'See No. 5 and Fig. 3 of Jan. 2024'],
    ['en', 'A Ph.D. Student and an M.Sc. Student'],
    ['en', 'He paid. 3 apples (or 4) were his'],
    ['de', 'Am 3. Mai um 5 z. B. Äpfel bzw. Birnen usw. Das'],
    ['de', 'Hr. Dr. Müller, Nr. 5, Ludwig XIV. König'],
    ['fr', 'Demandez à M. Dupont, p. ex. Mme. Durand, av. J.-C. Rome'],
    ['es', 'El Sr. Pérez vive en EE. UU. Desde'],
    ['it', 'Il Sig. Rossi, il Dott. Bianchi, ecc. Bene'],
    ['pt', 'O Sr. Silva e a Dra. Costa'],
    ['nl', 'Dhr. Jansen, bijv. Piet, enz. Dan'],
    ['pl', 'To jest prof. Nowak, 3. Maja'],
  ])('(%s) %s', (language, text) => {
    expect(pieces(text, { language, firstClause: false })).toEqual([text]);
  });
});

describe('ends', () => {
  it.each([
    ['en', ['No. ', 'It costs 3. ', 'Then we go! ', '“Stop!” ', '(Really.) ', 'What?! ', 'Well... ', 'So.']],
    ['de', ['Das ist so. ', '„Halt!“ ', 'Dann ging er.']],
    ['fr', ['« Oui. » ', 'Ça va ? ', '« Bien ! »']],
    ['es', ['¿Cómo está? ', '¡Hola! ', 'Bien.']],
    ['ja', ['こんにちは。', '元気ですか？', '「はい。」', 'そうです。']],
    ['zh', ['你好!', '我很好。', '价格是3.5元。']],
    ['bo', ['བཀྲ་ཤིས་བདེ་ལེགས། ', 'ཁྱེད་རང་ག་འདྲ་འདུག། ', 'ང་བདེ་པོ་ཡིན།']],
    ['bo', ['གཅིག ། ', 'གཉིས། །', 'གསུམ༎']],
    ['hi', ['नमस्ते। ', 'आप कैसे हैं? ', 'ठीक।']],
    ['ar', ['مرحبا؟ ', 'كيف حالك. ', 'نعم']],
    ['ja', ['。(. ']],
    ['el', ['Τι κάνεις\u037e ', 'Καλά.']],
  ])('where sentences end (%s)', (language, expected) => {
    expect(pieces(expected.join(''), { language })).toEqual(expected);
  });
});

describe('a long sentence', () => {
  it('is cut between words at 300 characters', () => {
    const text = 'word '.repeat(130);
    expect(pieces(text).map(({ length }) => length)).toEqual([300, 300, 50]);
    expect(pieces(`x${text}`).map(({ length }) => length)).toEqual([296, 300, 55]);
  });

  it.each([
    [9, ['One two ', 'three']],
    [12, ['One two ', 'three']],
    [13, ['One two three']],
  ])('has pieces of at most %d characters', (maxChars, expected) => {
    expect(pieces('One two three', { ...en, maxChars })).toEqual(expected);
  });

  it('is rather cut at a clause in its second half', () => {
    const text = 'It goes on, and on and on, and on without end';
    expect(pieces(text, { ...en, maxChars: 40, firstClause: false })).toEqual([
      'It goes on, and on and on, ',
      'and on without end',
    ]);
  });

  it('is cut at a word where its clauses are in the first half', () => {
    const text = 'It goes, on and on and on and on and without end';
    expect(pieces(text, { ...en, maxChars: 40, firstClause: false })).toEqual([
      'It goes, on and on and on and on and ',
      'without end',
    ]);
  });

  it('is cut between words in a script without spaces, and between characters where there is no word', () => {
    const thai = pieces('ภาษาไทย'.repeat(100), { language: 'th' });
    expect(thai.slice(0, -1).every((piece) => piece.length > 280 && /(?:ภาษา|ไทย)$/.test(piece))).toBe(true);
    expect(pieces('👍🏽'.repeat(100), { ...en, maxChars: 10 }).every((piece) => /^(?:👍🏽){1,2}$/u.test(piece))).toBe(
      true,
    );
    expect(pieces('x'.repeat(650)).map(({ length }) => length)).toEqual([300, 300, 50]);
  });
});
