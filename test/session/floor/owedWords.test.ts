import { describe, expect, it } from 'vitest';
import type { FloorEvent, SessionFact } from '../../../src/session/floor/types.ts';
import { play as playScore, playout, voice, type Played } from './playFloor.ts';

type Score = readonly (readonly [number, FloorEvent])[];

const settled = (segment: number, by: 'audio' | 'empty' | 'failed'): FloorEvent => ({ kind: 'settled', segment, by });
const words = (segment: number, text: string): FloorEvent => ({ kind: 'final', segment, text });

/** Plays a score with a speech model. A commit passes its splice at once. */
const play = (score: Score): Played => playScore(score, { speechModel: 'alone' });

/** The segment from 0 to 600, which is committed at 1000. */
const asked: Score = [
  [0, voice('started', 0, 0, 640)],
  [600, voice('ended', 0, 600, 640)],
  [600, settled(0, 'audio')],
  [1000, { kind: 'endpoint' }],
  [1000, { kind: 'turn', turn: { turn: 0, text: '', input: { segments: [0], typed: '', owesWords: true } } }],
  [1000, { kind: 'commit_done' }],
];

/** The reply, audible from 1200 on. */
const answered: Score = [
  [1100, { kind: 'reply', event: { kind: 'text', turn: 0, round: 0, delta: 'At eight.' } }],
  [1100, { kind: 'speech', event: { kind: 'started', turn: 0, utterance: 'u0.0' } }],
  [1100, { kind: 'speech', event: { kind: 'text', utterance: 'u0.0', text: 'At eight.' } }],
  [1200, playout({ kind: 'sent', utterance: 'u0.0', samples: 320 })],
  [1200, playout({ kind: 'started', utterance: 'u0.0' })],
];
const stopped = (at: number): readonly [number, FloorEvent] => [
  at,
  playout({
    kind: 'stopped',
    utterance: 'u0.0',
    samples: 320,
    heard: 'At eight.',
    whole: true,
    by: 'estimate',
    heardBy: 'reported',
  }),
];

/** The facts, each with its time, as `1200 agent_started` or `2000 user_message When?`. */
const factsOf = ({ decided }: Played): readonly string[] =>
  decided.flatMap(([at, decision]) => (decision.kind === 'fact' ? [`${at} ${describeFact(decision.fact)}`] : []));

const describeFact = (fact: SessionFact): string => ('content' in fact ? `${fact.kind} ${fact.content}` : fact.kind);

const codesOf = ({ decided }: Played): readonly string[] =>
  decided.flatMap(([, decision]) => (decision.kind === 'report' ? [decision.error.code] : []));

describe('a segment that a speech model has heard', () => {
  it('is a turn, whose answer waits for no words', () => {
    const { decided } = play(asked.slice(0, 4));
    expect(decided).toContainEqual([
      1000,
      {
        kind: 'commit',
        turn: { turn: 0, text: '', input: { segments: [0], typed: '', owesWords: true } },
        from: { segments: [0], typed: false },
      },
    ]);
    expect(play(asked).decided.some(([, { kind }]) => kind === 'respond')).toBe(true);
  });

  it('is no turn if it was too short', () => {
    const played = play([...asked.slice(0, 2), [600, settled(0, 'empty')], [1000, { kind: 'endpoint' }]]);
    expect(played.decided.some(([, { kind }]) => kind === 'commit')).toBe(false);
    expect(codesOf(played)).toEqual(['empty_turn']);
  });

  it('joins what was typed into one turn', () => {
    const { decided } = play([...asked.slice(0, 3), [700, { kind: 'typed', text: 'for two' }]]);
    const commit = decided.find(([, { kind }]) => kind === 'commit')?.[1];
    expect(commit).toMatchObject({
      turn: { text: 'for two', input: { segments: [0], typed: 'for two', owesWords: true } },
    });
  });

  it('interrupts the agent for good', () => {
    const { decided, state } = play([
      ...asked,
      ...answered,
      [2000, voice('started', 1, 2000, 64)],
      [2500, voice('window', 1, 2500, 512)],
      [2500, { kind: 'barge_in', by: { segment: 1, voicedMs: 512, words: 0 } }],
    ]);
    expect(decided.filter(([at]) => at === 2500).map(([, { kind }]) => kind)).toEqual([
      'cut_calls',
      'cut',
      'end_reply',
    ]);
    expect(state.reply?.sound).toMatchObject({ phase: 'cutting', purpose: 'interrupt' });
  });

  it('interrupts the agent with all of its voice, even with pauses in it', () => {
    const { decided } = play([
      ...asked,
      ...answered,
      [2000, voice('started', 1, 2000, 64)],
      [3000, voice('ended', 1, 3000, 520)],
      [3000, settled(1, 'audio')],
    ]);
    expect(decided.filter(([at]) => at === 3000).map(([, { kind }]) => kind)).toContain('cut');
  });

  it('waits for the end of a reply that cannot be interrupted', () => {
    const { decided } = playScore(
      [
        ...asked,
        ...answered,
        [2000, voice('started', 1, 2000, 64)],
        [3000, voice('ended', 1, 3000, 640)],
        [3000, settled(1, 'audio')],
        [3500, { kind: 'endpoint' }],
        [4000, { kind: 'reply', event: { kind: 'ended', turn: 0, reason: 'complete' } }],
        stopped(4000),
      ],
      { speechModel: 'alone', allowInterruptions: false },
    );
    expect(decided.some(([, { kind }]) => kind === 'cut')).toBe(false);
    expect(decided.filter(([, { kind }]) => kind === 'commit').map(([at]) => at)).toEqual([1000, 4000]);
  });
});

describe('the words of a turn that a speech model has heard', () => {
  it('may follow the beginning of the answer', () => {
    const played = play([...asked, ...answered, [2000, words(0, 'When?')], stopped(3000)]);
    expect(factsOf(played)).toEqual([
      '0 user_started',
      '600 user_stopped',
      '1200 agent_started',
      '2000 user_message When?',
      '3000 agent_stopped',
      '3000 agent_message At eight.',
    ]);
  });

  it('come before the message of the agent, which waits for them', () => {
    const played = play([...asked, ...answered, stopped(3000), [6000, words(0, 'When?')]]);
    expect(factsOf(played).slice(3)).toEqual([
      '3000 agent_stopped',
      '6000 user_message When?',
      '6000 agent_message At eight.',
    ]);
  });

  it('are given up when the message has waited for 5 s', () => {
    const played = play([...asked, ...answered, stopped(3000), [8000, { kind: 'wake' }], [8100, words(0, 'When?')]]);
    expect(factsOf(played).slice(3)).toEqual(['3000 agent_stopped', '8000 agent_message At eight.']);
    expect(codesOf(played)).toEqual(['words_missing', 'late_transcript']);
  });

  it('are given up at once if they will not come', () => {
    const played = play([...asked, ...answered, [2000, settled(0, 'failed')], stopped(3000)]);
    expect(factsOf(played).slice(3)).toEqual(['3000 agent_stopped', '3000 agent_message At eight.']);
    expect(codesOf(played)).toEqual([]);
  });

  it('keep the order of two turns', () => {
    const again: Score = [
      [3100, { kind: 'typed', text: 'And you?' }],
      [
        3100,
        {
          kind: 'turn',
          turn: { turn: 1, text: 'And you?', input: { segments: [], typed: 'And you?', owesWords: false } },
        },
      ],
    ];
    const played = play([...asked, ...answered, stopped(3000), ...again, [4000, words(0, 'When?')]]);
    expect(factsOf(played).slice(4)).toEqual([
      '4000 user_message When?',
      '4000 agent_message At eight.',
      '4000 user_message And you?',
    ]);
  });

  it('are awaited for a second when the session ends', () => {
    const end: FloorEvent = { kind: 'end', after: 'words', reason: 'ended_by_client' };
    const played = play([...asked.slice(0, 3), [700, end], ...asked.slice(4, 5), [700, { kind: 'commit_done' }]]);
    expect(played.state.ending?.phase).toBe('listening');
    const known = play([...asked.slice(0, 3), [700, end], ...asked.slice(4), [1000, words(0, 'Bye.')]]);
    expect(factsOf(known).at(-1)).toBe('1000 user_message Bye.');
    expect(known.decided.at(-1)).toEqual([1000, { kind: 'finish' }]);
    const unknown = play([...asked.slice(0, 3), [700, end], ...asked.slice(4), [1700, { kind: 'wake' }]]);
    expect(codesOf(unknown)).toEqual(['words_missing']);
    expect(unknown.state.ending?.phase).toBe('finishing');
  });
});
