import { expect, test } from 'vitest';
import { compareHeard } from '../../src/cli/score/compareHeard.ts';

const whole = (text: string) => ({ text, isCut: false, fromMs: 0 });
const cut = (text: string) => ({ text, isCut: true, fromMs: 0 });

test.each([
  ['the same', [whole('Hello.'), cut('We opened in')], ['Hello.', 'We opened in'], 'none'],
  ['fewer words before an interruption', [cut('We opened in')], ['We opened'], 'cuts'],
  ['more words before an interruption', [cut('We opened in')], ['We opened in nineteen'], 'cuts'],
  ['nothing before an interruption', [cut('We')], [''], 'cuts'],
  ['other words before an interruption', [cut('We opened in')], ['They opened'], 'other'],
  ['fewer words of a whole message', [whole('We opened in 1980.')], ['We opened'], 'other'],
  ['a message less', [whole('Hello.'), whole('Bye.')], ['Hello.'], 'other'],
  ['a message more', [whole('Hello.')], ['Hello.', 'Bye.'], 'other'],
] as const)('a score in which the user hears %s', (_what, recorded, played, difference) => {
  expect(compareHeard(recorded, played)).toBe(difference);
});
