import { describe, expect, it } from 'vitest';
import { speakAll } from './speakAll.ts';

describe('markdown', () => {
  it.each([
    ['**Very** *important*, ~~not~~ _this_.', 'Very important, not this.'],
    ['***All*** of __it__', 'All of it'],
    ['snake_case and 2 * 3 = 6, 4*5', 'snake case and 2 * 3 = 6, 4*5'],
    ['## Results\nGood.', ' Results.\nGood.'],
    ['- one\n- two\n  * three!\nEnd', ' one.\n two.\n   three!\nEnd'],
    ['1. First\n2. Second', '1. First.\n2. Second'],
    ['- [ ] open\n- [x] done', '  open.\n  done'],
    ['> quoted\n> text', ' quoted\n text'],
    ['>> quoted\n>\n>text', ' quoted\n\ntext'],
    ['>$5\n>10 km\n>= 3', '>5 dollars\n>10 kilometers\n>= 3'],
    ['a\n\n---\n\nb', 'a\n\n\n\nb'],
    ['See [the docs](https://example.com/a_(b) "Title") now', 'See the docs now'],
    ['![A cat](cat.png) sleeps', 'A cat sleeps'],
    ['[ref][1] and [note] and a fact [1][2].', 'ref and note and a fact .'],
    ['It is \\*literal\\*', 'It is *literal*'],
    ['a [b](c d', 'a b(c d'],
  ])('%j', (text, spoken) => expect(speakAll(text)).toBe(spoken));

  it('of tables: cells with commas between, rows with a stop', () => {
    expect(speakAll('| City | Inhabitants |\n|:-----|---:|\n| Rome | 3 |\n| Oslo |  | \nEnd')).toBe(
      ' City, Inhabitants.\n\n Rome, 3.\n Oslo, \nEnd',
    );
  });

  it('of code: blocks are named, code in a line is read', () => {
    expect(speakAll('Use:\n```js\nconst a = `**b**`;\n```\nThen run `npm_x.init()` or `a=b`.')).toBe(
      'Use:\ncode block.\nThen run npm x dot init or a equals b.',
    );
  });
});

describe('emoji', () => {
  it.each([
    ['Done 🎉!', 'Done !'],
    ['👩‍👩‍👧‍👦👍🏽❤️🇩🇪1️⃣ ok', ' ok'],
    ['© 2026 ACME™ ok', '© 2026 ACME™ ok'],
    ['👍', ''],
  ])('%j', (text, spoken) => expect(speakAll(text)).toBe(spoken));
});

describe('ornaments', () => {
  it.each([
    ['a → b ⇒ c ➜ d', 'a  b  c  d'],
    ['a -> b => c --> d <- e', 'a  b  c  d  e'],
    ['★★★ great, a 5★ hotel ✓', ' great, a 5 hotel '],
    ['────\n═══ Title ═══\n│ a │', '\n Title \n a '],
    ['a\n* * *\nb\n- - -\nc\n· · ·\nd', 'a\n\nb\n\nc\n\nd'],
    ['* one\n* two', ' one.\n two'],
    ['* * *', ''],
    ['una col·lecció', 'una col·lecció'],
    ['a->b and f(x)=>y', 'a->b and f(x)=>y'],
  ])('%j', (text, spoken) => expect(speakAll(text)).toBe(spoken));
});

describe('addresses', () => {
  it.each([
    ['Visit https://www.example.com/docs/start.', 'Visit example dot com slash docs slash start.'],
    ['(https://example.com/a?q=1&b=2)', '(example dot com slash a)'],
    ['www.example.org/0123456789abcdef0123456789', 'example dot org'],
    ['at http://localhost:3000/', 'at localhost colon 3000'],
    ['Write to jane.doe@example.com, please', 'Write to jane dot doe at example dot com, please'],
    ['<https://example.com>', 'example dot com'],
  ])('%j', (text, spoken) => expect(speakAll(text)).toBe(spoken));
});

describe('tags', () => {
  it.each([
    ['a<br>b <b>c</b> x < y', 'a\nb c x < y'],
    ['<p class="x" id=y>hi</p><hr/>', 'hi'],
    ['if 3<4 it is fine', 'if 3<4 it is fine'],
    ['if a<b and c>d it is fine', 'if a<b and c>d it is fine'],
    ['if a <b or c> d', 'if a <b or c> d'],
    ['<break time="1s"/>Hi <emotion value="happy" />', '<break time="1s"/>Hi <emotion value="happy" />'],
  ])('%j', (text, spoken) => expect(speakAll(text)).toBe(spoken));
});

describe('numbers', () => {
  it.each([
    ['3.5 km, 1 km and 10-20 kg', '3.5 kilometers, 1 kilometer and 10 to 20 kilograms'],
    ['It costs $-5, -$5 or €-3.50.', 'It costs minus 5 dollars, minus 5 dollars or minus 3 euros and 50 cents.'],
    ['It is -5 °C or 20°C, 50%.', 'It is minus 5 degrees Celsius or 20 degrees Celsius, 50 percent.'],
    ['$3.50, $1, $0.99, $5.00', '3 dollars and 50 cents, 1 dollar, 99 cents, 5 dollars'],
    ['$1.2M, €5 million, 20 €, 3,50€', '1.2 million dollars, 5 million euros, 20 euros, 3 euros and 50 cents'],
    ['2 million euros and 2 million EUR', '2 million euros and 2 million euros'],
    ['the 90s, v2.0, 12:30, 1,000, 2026-11-26, +49 123', 'the 90s, v2.0, 12:30, 1,000, 2026-11-26, +49 123'],
    ['10–20 people, 100 km/h, 5 mins', '10 to 20 people, 100 kilometers per hour, 5 minutes'],
    ['5 m wide, 5 minutes', '5 meters wide, 5 minutes'],
  ])('%j', (text, spoken) => expect(speakAll(text)).toBe(spoken));

  it.each([
    [
      'de',
      '1,5 km, 3,50 €, 2 Mio. €, -5 °C, 10–20 kg',
      '1,5 Kilometer, 3 Euro und 50 Cent, 2 Millionen Euro, minus 5 Grad Celsius, 10 bis 20 Kilogramm',
    ],
    ['fr-FR', '1,5 km, 2 km, 3,50 €', '1,5 kilomètre, 2 kilomètres, 3 euros et 50 centimes'],
    ['fr-FR', '1,5 million €, 2 millions $', '1,5 million d’euros, 2 millions de dollars'],
    ['es', '1 km, 2 km, 3,50 €, https://a.es', '1 kilómetro, 2 kilómetros, 3 euros con 50 céntimos, a punto es'],
    ['pl', '**2** km 🎉, https://a.pl/x?y', '2 km , a.pl/x'],
  ])('in %s', (language, text, spoken) => expect(speakAll(text, { language })).toBe(spoken));
});

describe('a dictionary', () => {
  const dictionary = {
    SQL: 'sequel',
    nginx: 'engine x',
    'C++': 'see plus plus',
    'New York': 'Big Apple',
    東京: 'とうきょう',
    "don't": 'do not',
    'O’Hara': 'Oh Hara',
  };

  it.each([
    ['SQL, sql, MySQL, SQLs and **SQL**', 'sequel, sql, MySQL, SQLs and sequel'],
    ['Nginx and NGINX', 'engine x and engine x'],
    ['C++! New York, New Yorker', 'see plus plus! Big Apple, New Yorker'],
    ['東京へ', 'とうきょうへ'],
    ['`SQL`', 'sequel'],
    ["I don’t, I don't; O'Hara, O’Hara", 'I do not, I do not; Oh Hara, Oh Hara'],
  ])('%j', (text, spoken) => expect(speakAll(text, { dictionary })).toBe(spoken));

  it('alone leaves everything else as it is', () => {
    expect(speakAll('**SQL** 5 km 🎉', { dictionary, normalize: false })).toBe('**sequel** 5 km 🎉');
  });
});
