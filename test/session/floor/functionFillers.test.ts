import { describe, expect, it } from 'vitest';
import { deadline } from '../../../src/session/floor/derive.ts';
import type { FloorSettings } from '../../../src/session/floor/types.ts';
import {
  FILLER,
  ASKED,
  WAKE,
  DONE,
  EMPTY,
  REPLY,
  text,
  ended,
  calls,
  asked,
  late,
  speech,
  fillersIn,
  type Score,
} from './fillerScores.ts';
import { play, playout, voice } from './playFloor.ts';

describe('the filler of a function is said', () => {
  it.each<[string, Score, readonly string[]]>([
    [
      'when it is called, in the place of the one of the session',
      [
        [100, calls('Let me look.')],
        [1000, WAKE],
      ],
      ['100 Let me look.'],
    ],
    [
      'not if the round has said something',
      [
        [50, text('I will look.')],
        [100, calls('Let me look.')],
      ],
      [],
    ],
    [
      'once, while it waits to be said',
      [
        [100, calls('Let me look.')],
        [200, calls('And here.', 1)],
      ],
      ['100 Let me look.'],
    ],
    [
      'and that of a further function when it was said',
      [
        [100, calls('Let me look.')],
        [150, text('Let me look.', -1)],
        [160, { kind: 'results', results: { turn: 0, round: 0, results: [] } }],
        [200, calls('And here.', 1)],
      ],
      ['100 Let me look.', '200 And here.'],
    ],
    [
      'not once the answer is whole',
      [
        [40, calls()],
        [50, ended('complete')],
        [100, calls('Let me look.', 1)],
      ],
      [],
    ],
    ['not for another reply', [[100, calls('Let me look.', 0, 1)]], []],
    [
      'not while the reply is cut, and it is not known whether by words',
      [
        [0, text('One two.')],
        [0, speech('started')],
        [0, playout({ kind: 'sent', utterance: 'u0.0', samples: 320 })],
        [10, calls()],
        [20, { kind: 'results', results: { turn: 0, round: 0, results: [] } }],
        [600, voice('started', 0, 600, 64)],
        [1200, { kind: 'barge_in', by: { segment: 0, voicedMs: 512, words: 0 } }],
        [1300, calls('Let me look.', 1)],
      ],
      [],
    ],
  ])('%s', (_, score, expected) => {
    expect(fillersIn([...REPLY, ...score])).toEqual(expected);
  });
});

describe('a filler that was decided before its reply had begun is said again', () => {
  it.each<[string, Score, readonly string[]]>([
    ['when it has', [[100, late('Hm.')]], ['100 Hm.']],
    [
      'not behind the answer',
      [
        [50, text('We')],
        [100, late('Hm.')],
      ],
      [],
    ],
    [
      'not once that is over',
      [
        [50, calls()],
        [60, ended('complete')],
        [100, late('Hm.')],
      ],
      [],
    ],
  ])('%s', (_, score, expected) => {
    expect(fillersIn([...REPLY, ...score])).toEqual(expected);
  });

  it('not without a reply', () => {
    expect(fillersIn([[100, late('Hm.')]])).toEqual([]);
  });
});

const SAID: Score = [
  ...REPLY,
  [0, DONE],
  [1000, WAKE],
  [1000, text('Hm.', -1)],
  [1000, speech('started')],
  [1000, playout({ kind: 'sent', utterance: 'u0.0', samples: 320 })],
];

it.each<[string, Score, Partial<FloorSettings>, string]>([
  ['is heard at once', [], {}, 'live'],
  ['is speech over the agent where nothing may interrupt', [], { allowInterruptions: false }, 'overlapping'],
  ['is speech over the agent once the answer has come', [[1050, text('We opened')]], {}, 'overlapping'],
])('a word over a filler %s', (_, more, settings, claim) => {
  const score: Score = [...SAID, ...more, [1100, voice('started', 0, 1100, 64)]];
  const { state } = play(score, { ...FILLER, ...settings });
  expect(state.user.pending.map((speech) => speech.claim)).toEqual([claim]);
});

it('a filler that was asked for is forgotten when it is said', () => {
  const { state } = play([...REPLY, [1000, WAKE], [1300, asked('Wait.')]], ASKED);
  expect(state.reply).toMatchObject({ filler: 'due', askedFiller: null });
});

it('the floor wakes for a filler when it is due, and at once where that is over', () => {
  expect(deadline(play(REPLY, FILLER).state)).toBe(1000);
  const sound: Score = [
    [900, voice('started', 0, 900, 64)],
    [1500, voice('ended', 0, 1500, 64)],
    [1600, EMPTY],
  ];
  expect(deadline(play([...REPLY, ...sound], FILLER).state)).toBe(1600);
});
