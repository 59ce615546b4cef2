import { describe, expect, it } from 'vitest';
import { ASKED, WAKE, EMPTY, REPLY, text, ended, calls, asked, speech, fillersIn, type Score } from './fillerScores.ts';
import { voice } from './playFloor.ts';

describe('the filler of a session is said', () => {
  it.each<[string, Score, readonly string[]]>([
    ['not before its time', [[999, WAKE]], []],
    ['when it is time', [[1000, WAKE]], ['1000 Hm.']],
    [
      'once',
      [
        [1000, WAKE],
        [2000, WAKE],
      ],
      ['1000 Hm.'],
    ],
    [
      'not once text has come',
      [
        [500, text('We')],
        [1000, WAKE],
      ],
      [],
    ],
    [
      'also behind text without words',
      [
        [500, text(' ')],
        [1000, WAKE],
      ],
      ['1000 Hm.'],
    ],
    [
      'not once the answer is whole, while its functions are awaited',
      [
        [500, calls()],
        [600, ended('complete')],
        [1000, WAKE],
      ],
      [],
    ],
    [
      'while a function runs',
      [
        [500, calls()],
        [1000, WAKE],
      ],
      ['1000 Hm.'],
    ],
    [
      'not once something is spoken',
      [
        [500, speech('started')],
        [1000, WAKE],
      ],
      [],
    ],
    [
      'not while the user makes a sound',
      [
        [900, voice('started', 0, 900, 64)],
        [1000, WAKE],
      ],
      [],
    ],
    [
      'when the sound is known to be none',
      [
        [900, voice('started', 0, 900, 64)],
        [1500, voice('ended', 0, 1500, 64)],
        [1600, EMPTY],
        [1600, WAKE],
      ],
      ['1600 Hm.'],
    ],
  ])('%s', (_, score, expected) => {
    expect(fillersIn([...REPLY, ...score])).toEqual(expected);
  });

  it('not without one', () => {
    expect(fillersIn([...REPLY, [5000, WAKE]], {})).toEqual([]);
  });

  it('not for a text of the application', () => {
    expect(
      fillersIn([
        [0, { kind: 'say', text: 'Hello.', first: false }],
        [5000, WAKE],
      ]),
    ).toEqual([]);
  });
});

describe('the filler that the agent’s code is asked for', () => {
  it.each<[string, Score, readonly string[]]>([
    ['is said when it comes', [[1300, asked('Wait.')]], ['1000 ?', '1300 Wait.']],
    [
      'is asked for once',
      [
        [2000, WAKE],
        [3000, WAKE],
      ],
      ['1000 ?'],
    ],
    ['is none if it is blank', [[1300, asked('  ')]], ['1000 ?']],
    ['is none for another reply', [[1300, asked('Wait.', 1)]], ['1000 ?']],
    [
      'is said once',
      [
        [1300, asked('Wait.')],
        [1400, asked('Wait.')],
        [2000, WAKE],
      ],
      ['1000 ?', '1300 Wait.'],
    ],
    [
      'is not said behind the answer',
      [
        [1200, text('We')],
        [1300, asked('Wait.')],
      ],
      ['1000 ?'],
    ],
    [
      'waits for a sound of the user, and is said at once behind it',
      [
        [1200, voice('started', 0, 1200, 64)],
        [1300, asked('Wait.')],
        [1500, voice('ended', 0, 1500, 64)],
        [1600, EMPTY],
        [1600, WAKE],
        [1700, WAKE],
      ],
      ['1000 ?', '1600 Wait.'],
    ],
    [
      'gives way to that of a function, and is not said behind it',
      [
        [1200, voice('started', 0, 1200, 64)],
        [1300, asked('Wait.')],
        [1400, calls('Let me look.')],
        [1500, voice('ended', 0, 1500, 64)],
        [1600, EMPTY],
        [1600, WAKE],
      ],
      ['1000 ?', '1400 Let me look.'],
    ],
  ])('%s', (_, score, expected) => {
    expect(fillersIn([...REPLY, [1000, WAKE], ...score], ASKED)).toEqual(expected);
  });

  it('is not asked for once the answer is whole', () => {
    const whole: Score = [
      [500, calls()],
      [600, ended('complete')],
      [1000, WAKE],
    ];
    expect(fillersIn([...REPLY, ...whole], ASKED)).toEqual([]);
  });

  it('is not said if it was not asked for', () => {
    expect(fillersIn([...REPLY, [500, asked('Wait.')], [1000, WAKE]], ASKED)).toEqual(['1000 ?']);
  });
});
