import { describe, expect, test } from 'vitest';
import type { AskedEvent } from '../../../src/core/reason.ts';
import type { FloorEvent } from '../../../src/session/floor/types.ts';
import {
  asked,
  bargeIn,
  commit,
  end,
  interim,
  known,
  over,
  resultWaits,
  type Score,
  spoken,
} from './explainedScores.ts';
import { type Answer, explainFloor, type Own } from './explainFloor.ts';
import { speaking, turn, voice } from './playFloor.ts';

const voiceless = { ...voice('window', 0, 560, 500), lastVoicedMs: 500, voiced: false } as FloorEvent;

describe('a verdict counts only for its turn', () => {
  const found = { kind: 'found', turn: { kind: 'turn', state: 'end' } } as never as Answer;
  const first: readonly (readonly [number, FloorEvent | Answer])[] = [
    ...known,
    [1080, found],
    [1100, { kind: 'endpoint' }],
  ];
  const own = { config: { turn_detection: { provider: 'stt' } } } as Own;

  test('which the recogniser has found to be over', () => {
    const { decisions } = explainFloor(first, own);
    expect(decisions.find(({ kind }) => kind === 'commit')?.reason.text).toBe(
      'the recogniser has found the end of the turn, and 0.6 s of silence, 0.2 needed',
    );
  });

  const next = { segment: 1, atMs: 2500, voicedMs: 300, lastVoicedMs: 2300 };

  test('and not for the next turn', () => {
    const { waits } = explainFloor(
      [
        ...first,
        [1100, commit('a table')],
        [1100, { kind: 'commit_done' }],
        [2064, voice('started', 1, 2064, 64)],
        [2300, interim(1, 'for two')],
        [2500, { kind: 'window', ...next, voiced: false, audio: [] }],
      ],
      own,
    );
    expect(waits.find(({ about }) => about === 'turn')?.text).toBe(
      'waits: 0.44 s of silence, and no verdict on whether the turn is over',
    );
  });

  test('as the words before it do not', () => {
    const { waits } = explainFloor(
      [
        ...first,
        [1100, commit('a table')],
        [1100, { kind: 'commit_done' }],
        [2064, voice('started', 1, 2064, 64)],
        [2500, { kind: 'window', ...next, voiced: false, audio: [] }],
      ],
      own,
    );
    expect(waits.find(({ about }) => about === 'turn')?.text).toBe('waits: segment 1 is still open');
  });
});

describe('a verdict of a model', () => {
  const own = { config: { turn_detection: { provider: 'text', threshold: 0.5, min_delay: 0.3, max_delay: 2 } } } as Own;
  const judged = (over: number): Answer => ({ kind: 'verdict', verdict: { over } }) as never;

  test('ends the turn with its probability', () => {
    const { decisions } = explainFloor([...known, [1080, judged(0.9)], [1100, { kind: 'endpoint' }]], own);
    expect(decisions.find(({ kind }) => kind === 'commit')?.reason).toMatchObject({
      text: 'the turn is over with a probability of 0.9, 0.5 needed, and 0.6 s of silence, 0.3 needed',
      rule: 'turn-taking.md#rules-about-the-words',
    });
  });

  test.each<[provider: string, rule: string]>([
    ['smart-turn', 'turn-taking.md#smart-turn'],
    ['stt', 'turn-taking.md#the-turns-of-the-recogniser'],
  ])('of %s has the rule of its provider', (provider, rule) => {
    const model = provider === 'stt' ? {} : { model_path: 'model.onnx' };
    const { waits } = explainFloor(known, { config: { turn_detection: { provider, ...model } } } as Own);
    expect(waits.find(({ about }) => about === 'turn')?.rule).toBe(rule);
  });

  test('does not hold for words that came later', () => {
    const { waits } = explainFloor(
      [...spoken.slice(0, 3), [560, voiceless], [570, judged(0.1)], [600, interim(0, 'a table for two')]],
      own,
    );
    expect(waits.find(({ about }) => about === 'turn')?.text).toBe(
      'waits: 0.1 s of silence, and no verdict on whether the turn is over',
    );
  });
});

test('with push to talk, the client ends the turn', () => {
  const { decisions } = explainFloor([...known, [1100, { kind: 'endpoint' }]], { config: { push_to_talk: true } });
  expect(decisions.find(({ kind }) => kind === 'commit')?.reason).toMatchObject({
    text: 'the client has ended the turn, and its words are known',
    rule: 'input-modes.md#push-to-talk',
  });
});

describe('what is asked for at a time', () => {
  test.each<[text: string, asked: AskedEvent, score: Score]>([
    ['not interrupted: the agent was not replying', 'interruption', spoken],
    ['not interrupted: the agent could not be heard', 'interruption', asked],
    ['the agent was speaking already', 'answer', [...speaking, [5, { ...end, after: 'speech' } as FloorEvent]]],
    ['no answer: the session ends', 'answer', [...resultWaits, [40, { ...end, after: 'words' } as FloorEvent]]],
    ['no answer: the session ends', 'answer', [...speaking, [5, end]]],
  ])('%s', (text, event, score) => expect(explainFloor(score).whyNot(event)).toBe(text));
});

describe('a stage of the application is named as the decider', () => {
  test.each<[string, object, string, object, Score]>([
    ['vad', { ownStages: ['vad'] }, 'user_started', { ownStage: 'vad' }, [[64, voice('started', 0, 64, 64)]]],
    [
      'endpointing',
      { ownStages: ['endpointing'] },
      'commit',
      { ownStage: 'endpointing' },
      [...known, [1080, { kind: 'endpoint' }]],
    ],
    [
      'interruption',
      { ownStages: ['interruption'] },
      'cut',
      { ownStage: 'interruption' },
      [...over('wait', 512), [1512, bargeIn(512)]],
    ],
    [
      'a splice at interruption',
      { splices: ['interruption'] },
      'cut',
      { ownStage: 'interruption' },
      [...over('wait', 512), [1512, bargeIn(512)]],
    ],
    [
      'a splice at activity',
      { splices: ['activity'] },
      'user_started',
      { ownStage: 'vad' },
      [[64, voice('started', 0, 64, 64)]],
    ],
    ['no stage', {}, 'commit', 'endpointing' as never, [...known, [1080, { kind: 'endpoint' }]]],
  ])('%s', (_stage, session, kind, by, score) => {
    const { decisions } = explainFloor(score, { session });
    expect(decisions.find((decision) => decision.kind === kind)?.reason.by).toEqual(by);
  });

  test('in the words of the reason', () => {
    const { decisions } = explainFloor([...known, [1080, { kind: 'endpoint' }]], {
      session: { ownStages: ['endpointing'] },
    });
    expect(decisions.find(({ kind }) => kind === 'commit')?.reason.text).toBe('your stage endpointing ended the turn');
  });

  test('in the words of an interruption', () => {
    const { decisions } = explainFloor([...over('wait', 512), [1512, bargeIn(512)]], {
      session: { ownStages: ['interruption'] },
    });
    expect(decisions.find(({ kind }) => kind === 'cut')?.reason.text).toBe(
      'your stage interruption asked for the interruption',
    );
  });

  test.each<[text: string, asked: AskedEvent, stage: string, score: Score]>([
    ['waits: your stage endpointing has not ended the turn', 'turn', 'endpointing', known],
    [
      'not interrupted: your stage interruption has not asked for it',
      'interruption',
      'interruption',
      over('wait', 320),
    ],
    ['no speech: your stage vad has found none', 'speech', 'vad', [[0, { kind: 'turn', turn }]]],
  ])('in what is missing: %s', (text, event, stage, score) => {
    expect(explainFloor(score, { session: { ownStages: [stage] } }).whyNot(event)).toBe(text);
  });
});

test('voice before the first message is heard does not interrupt it, and says why', () => {
  const { waits } = explainFloor([
    [0, { kind: 'say', text: 'One two.', first: true }],
    [64, voice('started', 0, 64, 64)],
  ]);
  expect(waits.find(({ about }) => about === 'interruption')).toMatchObject({
    text: 'not interrupted: the agent could not be heard',
    rule: 'turn-taking.md#what-interrupts-the-agent',
  });
});
