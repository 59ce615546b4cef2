import { expect, it } from 'vitest';
import { deadline } from '../../../src/session/floor/derive.ts';
import type { FloorEvent, FloorSettings } from '../../../src/session/floor/types.ts';
import { play, speaking, turn, voice } from './playFloor.ts';

type Score = readonly (readonly [number, FloorEvent])[];

const AHEAD: Partial<FloorSettings> = { preemptiveGeneration: true };

const WAKE: FloorEvent = { kind: 'wake' };
const EAGER: FloorEvent = { kind: 'eager_end' };
const RESUMED: FloorEvent = { kind: 'resumed' };
const BARGE_IN: FloorEvent = { kind: 'barge_in', by: { segment: 0, voicedMs: 512, words: 2 } };
const CALLS: FloorEvent = {
  kind: 'calls',
  calls: { turn: 0, round: 0, calls: [{ id: 'a', type: 'function', function: { name: 'look', arguments: '{}' } }] },
};
const interim = (text: string): FloorEvent => ({ kind: 'interim', segment: 0, text });
const final = (text: string): FloorEvent => ({ kind: 'final', segment: 0, text });

/** The user says something from 0 on; its last voice is at 500 ms. */
const SPEAKING: Score = [
  [64, voice('started', 0, 64, 64)],
  [500, voice('window', 0, 500, 500)],
];
/** Its segment has ended at 600 ms, and all of its words are known at 700 ms. */
const SAID: Score = [
  ...SPEAKING,
  [600, voice('ended', 0, 600, 500)],
  [700, final('tell me')],
  [700, { kind: 'settled', segment: 0, by: 'final' }],
];

/** The answers that are asked for ahead, each with its time; `x` for one that is dropped. */
function draftsIn(score: Score, settings: Partial<FloorSettings> = AHEAD): readonly string[] {
  return play(score, settings).decided.flatMap(([at, decision]) =>
    decision.kind === 'draft' ? [`${at} ${decision.turn === null ? 'x' : decision.turn.text}`] : [],
  );
}

it.each<[string, Score, readonly string[]]>([
  ['asked for when all words are final', [...SAID, [710, WAKE]], ['710 tell me']],
  ['asked for once', [...SAID, [710, WAKE], [720, WAKE]], ['710 tell me']],
  ['not asked for while words are interim', [...SPEAKING, [510, interim('tell')], [700, WAKE]], []],
  ['not asked for before the user pauses', [...SPEAKING, [510, final('tell me')], [563, WAKE]], []],
  ['asked for when the user pauses', [...SPEAKING, [510, final('tell me')], [564, WAKE]], ['564 tell me']],
  [
    'asked for at an eager end, with the words so far',
    [...SPEAKING, [510, interim('tell')], [520, EAGER]],
    ['520 tell'],
  ],
  ['not asked for at an eager end without words', [...SPEAKING, [520, EAGER], [530, WAKE]], []],
  [
    'not asked for at an eager end once the words are others',
    [...SPEAKING, [510, interim('tell')], [515, EAGER], [520, interim('tell me')], [530, WAKE]],
    ['515 tell', '520 x'],
  ],
  [
    'dropped when the user goes on',
    [...SPEAKING, [510, interim('tell')], [520, EAGER], [530, RESUMED]],
    ['520 tell', '530 x'],
  ],
  ['not dropped when there is none', [...SPEAKING, [510, interim('tell')], [530, RESUMED], [540, WAKE]], []],
  [
    'dropped when further words come',
    [...SAID, [710, WAKE], [800, voice('started', 1, 800, 64)], [850, { kind: 'interim', segment: 1, text: 'about' }]],
    ['710 tell me', '850 x'],
  ],
  ['kept when a sound follows', [...SAID, [710, WAKE], [720, voice('started', 1, 720, 64)]], ['710 tell me']],
  [
    'kept, and not asked for again, when its turn is committed',
    [
      ...SAID,
      [710, WAKE],
      [1000, { kind: 'endpoint' }],
      [1000, RESUMED],
      [1000, { kind: 'turn', turn }],
      [1000, { kind: 'commit_done' }],
    ],
    ['710 tell me'],
  ],
  [
    'not asked for while a turn is committed',
    [
      ...SAID,
      [1000, { kind: 'endpoint' }],
      [1000, voice('started', 1, 1000, 64)],
      [1000, { ...final('and'), segment: 1 } as FloorEvent],
      [1100, WAKE],
    ],
    [],
  ],
  [
    'not asked for before the reply under way has ended',
    [
      ...speaking,
      ...SPEAKING,
      [520, BARGE_IN],
      [600, voice('ended', 0, 600, 500)],
      [700, final('tell me')],
      [710, WAKE],
    ],
    [],
  ],
  [
    'not asked for while a function runs that cannot be interrupted, but when it has',
    [
      [0, { kind: 'turn', turn }],
      [0, { kind: 'commit_done' }],
      [10, CALLS],
      ...SAID,
      [710, WAKE],
      [2000, { kind: 'results', results: { turn: 0, round: 0, results: [] } }],
      [2000, WAKE],
    ],
    ['2000 tell me'],
  ],
  [
    'not asked for while the application has something to say',
    [...SAID, [705, { kind: 'say', text: 'Hi.', first: false }], [710, WAKE]],
    [],
  ],
  [
    'not asked for once the session ends',
    [...SAID, [705, { kind: 'end', after: 'words', reason: 'agent_ended' }], [710, WAKE]],
    [],
  ],
])('an answer ahead is %s', (_, score, expected) => {
  expect(draftsIn(score)).toEqual(expected);
});

it('without preemptive_generation no answer is asked for ahead, and the floor does not wake for one', () => {
  expect(draftsIn([...SAID, [710, WAKE], [720, EAGER]], {})).toEqual([]);
  const { state } = play(SAID, {});
  expect([deadline(state), deadline(play(SAID, AHEAD).state)]).toEqual([undefined, 700]);
});
