import { describe, expect, it, test } from 'vitest';
import type { FloorEvent } from '../../../src/session/floor/types.ts';
import { isHeld } from '../../../src/session/floor/hold.ts';
import { commits, play, playout, speaking, stopped, turn, voice } from './playFloor.ts';

type Score = readonly (readonly [number, FloorEvent])[];

const words = (kind: 'interim' | 'final', segment: number, text: string): FloorEvent => ({ kind, segment, text });
const settled = (segment: number, by: 'final' | 'empty' | 'noise'): FloorEvent => ({ kind: 'settled', segment, by });

/** "book a table" was committed as noise, from an interim, while a television goes on. */
const committedAsNoise: Score = [
  [0, voice('started', 0, 0, 64)],
  [900, words('interim', 0, 'book a table')],
  [4000, settled(0, 'noise')],
];

describe('words of a segment that was committed as noise', () => {
  it('are not answered twice when their final revises them', () => {
    const { decided } = play([
      ...committedAsNoise,
      [4500, words('final', 0, 'Book a table.')],
      [5000, voice('ended', 0, 5000, 64)],
      [5050, settled(0, 'empty')],
      [5500, { kind: 'endpoint' }],
    ]);
    expect(commits(decided)).toEqual(['book a table']);
  });

  it('are not answered twice when their final comes after the end', () => {
    const { decided } = play([
      ...committedAsNoise,
      [5000, voice('ended', 0, 5000, 64)],
      [5050, words('final', 0, 'Book a table.')],
      [5050, settled(0, 'final')],
    ]);
    expect(commits(decided)).toEqual(['book a table']);
    expect(decided.filter(([, { kind }]) => kind === 'report')).toHaveLength(1);
  });

  it('are continued by a final that knows more', () => {
    const { decided } = play([
      ...committedAsNoise,
      [5000, voice('ended', 0, 5000, 64)],
      [5050, words('final', 0, 'Book a table for two.')],
    ]);
    expect(commits(decided)).toEqual(['book a table', 'for two.']);
  });

  it('do not cut the agent if they are a backchannel over it', () => {
    const { decided, state } = play([
      ...committedAsNoise,
      [4000, { kind: 'commit_done' }],
      ...speaking.map(([, event]): readonly [number, FloorEvent] => [4100, event]),
      [5000, voice('ended', 0, 5000, 64)],
      [5050, words('final', 0, 'Book a table.')],
      [5050, settled(0, 'final')],
      [5050, words('final', 0, 'Yeah.')],
      [5050, { kind: 'barge_in', by: { segment: 0, voicedMs: 1000, words: 4 } }],
    ]);
    expect(decided.filter(([, { kind }]) => kind === 'cut')).toEqual([]);
    expect(state.reply?.sound.phase).toBe('audible');
  });

  it('are a turn of their own when they are said once more', () => {
    const { decided } = play([
      ...committedAsNoise,
      [4500, words('final', 0, 'Book a table.')],
      [6000, words('final', 0, 'Book a table.')],
      [6500, voice('ended', 0, 6500, 64)],
      [6600, settled(0, 'empty')],
      [7000, { kind: 'endpoint' }],
    ]);
    expect(commits(decided)).toEqual(['book a table', 'Book a table.']);
  });
});

describe('a late final of a segment without words', () => {
  /** "tell me", a pause with a cough in it, and the rest; `final` comes for the cough. */
  const paused = (final: Score): Score => [
    [0, voice('started', 0, 0, 640)],
    [600, voice('ended', 0, 600, 640)],
    [650, words('final', 0, 'tell me')],
    [650, settled(0, 'final')],
    [1000, voice('started', 1, 1000, 64)],
    [1600, voice('ended', 1, 1600, 64)],
    [1650, settled(1, 'empty')],
    ...final,
  ];

  it('is part of the turn that still waits', () => {
    const { decided } = play([...paused([[1700, words('final', 1, 'please')]]), [2000, { kind: 'endpoint' }]]);
    expect(commits(decided)).toEqual(['tell me please']);
  });

  it('is answered if it comes before the answer to its own turn', () => {
    const { decided } = play(
      paused([
        [2000, { kind: 'endpoint' }],
        [2010, words('final', 1, 'please')],
      ]),
    );
    expect(commits(decided)).toEqual(['tell me', 'please']);
  });

  it('does not interrupt the answer to its own turn', () => {
    const { decided, state } = play([
      ...paused([[2000, { kind: 'endpoint' }]]),
      [2000, { kind: 'turn', turn: { turn: 0, text: 'tell me' } }],
      [2000, { kind: 'commit_done' }],
      ...speaking.slice(1).map(([, event]) => [2100, event] as const),
      [3000, words('final', 1, 'please')],
    ]);
    expect(decided.some(([, { kind }]) => kind === 'cut')).toBe(false);
    expect(state.user.pending).toMatchObject([{ claim: 'overlapping', segment: 1 }]);
  });

  it('stands before what was said after it', () => {
    const { decided } = play(
      [
        [0, voice('started', 0, 0, 64)],
        [10, voice('ended', 0, 10, 64)],
        [60, settled(0, 'empty')],
        ...speaking.map(([, event]) => [100, event] as const),
        [500, voice('started', 1, 500, 640)],
        [1200, voice('ended', 1, 1200, 640)],
        [1250, words('final', 1, 'at eight')],
        [1250, settled(1, 'final')],
        [1300, words('final', 0, 'a table')],
        [1400, { kind: 'endpoint' }],
        [2000, { kind: 'reply', event: { kind: 'ended', turn: 0, reason: 'complete' } }],
        stopped(2000),
      ],
      { allowInterruptions: false },
    );
    expect(commits(decided)).toEqual(['a table at eight']);
  });
});

describe('a blank final', () => {
  const misheard: Score = [
    [0, voice('started', 0, 0, 640)],
    [300, words('interim', 0, 'hay')],
  ];
  const rest: Score = [
    [600, voice('ended', 0, 600, 640)],
    [650, words('final', 0, '')],
    [650, settled(0, 'final')],
    [1200, { kind: 'endpoint' }],
  ];

  it('takes back the interim before it', () => {
    const { decided } = play([...misheard, ...rest]);
    expect(commits(decided)).toEqual([]);
    expect(decided).toMatchObject([...decided.slice(0, -1), [650, { kind: 'report', error: { code: 'empty_turn' } }]]);
  });

  it('leaves the finals before it', () => {
    const { decided } = play([...misheard, [400, words('final', 0, 'hey')], ...rest]);
    expect(commits(decided)).toEqual(['hey']);
  });
});

describe('a late final of an answered turn', () => {
  /** "tell me", and a second segment, whose final comes when the answer has ended. */
  const answered = (voicedMs: number): Score => [
    [0, voice('started', 0, 0, 640)],
    [600, voice('ended', 0, 600, 640)],
    [650, words('final', 0, 'tell me')],
    [650, settled(0, 'final')],
    [1000, voice('started', 1, 1000, voicedMs)],
    [1600, voice('ended', 1, 1600, voicedMs)],
    [1650, settled(1, 'empty')],
    [2000, { kind: 'endpoint' }],
    [2000, { kind: 'turn', turn: { turn: 0, text: 'tell me' } }],
    [2000, { kind: 'commit_done' }],
    ...speaking.slice(1).map(([, event]) => [2100, event] as const),
    [3000, { kind: 'reply', event: { kind: 'ended', turn: 0, reason: 'complete' } }],
    stopped(3000),
    [3500, words('final', 1, 'please')],
  ];

  it('is a turn', () => expect(commits(play(answered(200)).decided)).toEqual(['tell me', 'please']));

  it('waits for the next turn if it is short', () => {
    const { decided, state } = play(answered(199));
    expect(commits(decided)).toEqual(['tell me']);
    expect(state.user.pending).toMatchObject([{ claim: 'deferred', segment: 1 }]);
  });
});

it('a short late final is a turn if the segment behind it was taken back', () => {
  const { decided } = play([
    [0, voice('started', 0, 0, 32)],
    [100, voice('ended', 0, 100, 32)],
    [200, voice('started', 1, 200, 640)],
    [1100, settled(0, 'empty')],
    [1200, { ...voice('ended', 1, 1200, 640), by: 'clear' } as FloorEvent],
    [1600, words('final', 0, 'yes')],
    [1600, { kind: 'endpoint' }],
  ]);
  expect(commits(decided)).toEqual(['yes']);
});

describe('a late final of a backchannel that was dropped from its interim', () => {
  const dropped = (final: string): Score => [
    ...speaking,
    [500, voice('started', 0, 500, 320)],
    [800, words('interim', 0, 'yeah')],
    [1100, voice('ended', 0, 1100, 320)],
    [1150, { kind: 'settled', segment: 0, by: 'timeout' }],
    [2000, { kind: 'reply', event: { kind: 'ended', turn: 0, reason: 'complete' } }],
    stopped(2000),
    [2500, words('final', 0, final)],
  ];

  it('that goes on with other words is answered whole', () =>
    expect(commits(play(dropped('Yeah, the other one.')).decided)).toEqual(['Yeah, the other one.']));

  it('that says the same is dropped, too', () => {
    const { decided, state } = play(dropped('Yeah.'));
    expect(decided.filter(([, { kind }]) => kind === 'commit')).toEqual([]);
    expect(state.user.pending).toEqual([]);
  });
});

test('a late "yes" over the end of a question is the answer', () => {
  const { decided } = play([
    ...speaking,
    [500, voice('started', 0, 500, 320)],
    [1100, voice('ended', 0, 1100, 320)],
    [1150, settled(0, 'empty')],
    [1300, words('final', 0, 'yes')],
    [2000, { kind: 'reply', event: { kind: 'ended', turn: 0, reason: 'complete' } }],
    [
      2000,
      playout({
        kind: 'stopped',
        utterance: 'u0.0',
        samples: 320,
        heard: 'One two?',
        whole: true,
        by: 'timings',
        heardBy: 'reported',
        sinceQuestionMs: 0,
      }),
    ],
  ]);
  expect(commits(decided)).toEqual(['yes']);
});

it('a remark of a waiting user does not hold the agent if a sound without words came before it was known', () => {
  const { state, decided } = play([
    [0, { kind: 'turn', turn }],
    [100, voice('started', 0, 100, 64)],
    [200, { kind: 'interim', segment: 0, text: 'are you' }],
    [300, voice('ended', 0, 300, 150)],
    [400, voice('started', 1, 400, 64)],
    [450, { kind: 'settled', segment: 0, by: 'timeout' }],
    [500, { kind: 'final', segment: 0, text: 'are you there' }],
    [600, voice('ended', 1, 600, 150)],
    [650, { kind: 'settled', segment: 1, by: 'empty' }],
  ]);
  expect(
    decided.flatMap(([at, { kind }]) => (kind === 'commit' || kind === 'end_reply' ? [`${at} ${kind}`] : [])),
  ).toEqual(['650 commit']);
  expect(isHeld(state)).toBe(false);
});
