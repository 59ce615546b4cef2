import { describe, expect, test } from 'vitest';
import type { AskedEvent } from '../../../src/core/reason.ts';
import { bargeIn, commit, ends, known, over, sent, settled, spoken, type Score } from './explainedScores.ts';
import { explainFloor, type Own } from './explainFloor.ts';
import { stopped, turn, voice } from './playFloor.ts';

describe('what is not decided has its reason', () => {
  test.each<[string, AskedEvent, string, Score, Own?]>([
    ['voice just below the threshold', 'interruption', 'not interrupted: 499 ms of voice, 500 needed', over('', 499)],
    [
      'too few words',
      'interruption',
      'not interrupted: 1 word, 2 needed',
      over('wait', 512),
      { config: { interrupt_word_threshold: 2 } },
    ],
    ['a backchannel', 'interruption', "not interrupted: 'yeah' is a backchannel", over('yeah', 512)],
    [
      'the beginning of a backchannel',
      'interruption',
      "not interrupted: 'got' may become a backchannel",
      over('got', 400),
    ],
    [
      'interruptions that are off',
      'interruption',
      'not interrupted: interruptions are not allowed',
      over('wait', 512),
      { config: { allow_interruptions: false } },
    ],
    ['an open segment', 'turn', 'waits: segment 0 is still open', spoken.slice(0, 3)],
    ['a final that is missing', 'turn', 'waits: segment 0 has no final yet (1 s left)', spoken],
    [
      'words that are missing',
      'turn',
      'waits: segment 0 has no words yet (1 s left)',
      [...spoken.slice(0, 2), spoken[3] as Score[0]],
    ],
    [
      'silence that is too short',
      'turn',
      'waits: 0.58 s of silence, 0.8 needed (0.22 s left)',
      known,
      { config: { min_endpointing_delay: 0.8 } },
    ],
    [
      'a commit that is under way',
      'answer',
      'waits: a turn is being committed',
      [...known, [1080, { kind: 'endpoint' }], [1080, commit('a table')]],
    ],
    [
      'a user who speaks',
      'answer',
      'waits: the user speaks',
      [
        [0, { kind: 'turn', turn }],
        [64, voice('started', 0, 64, 64)],
      ],
    ],
    [
      'a slow model',
      'answer',
      'waits: the model has sent no text, 0.3 s so far',
      [
        [0, { kind: 'turn', turn }],
        [300, { kind: 'reply', event: { kind: 'started', turn: 0 } }],
      ],
    ],
    [
      'a remark over the agent that may go on',
      'turn',
      'waits: the user may go on (1.2 s left)',
      [
        ...over('at eight', 320),
        [1500, sent],
        [1900, ends(1320, 1900)],
        [1900, settled(0)],
        [1900, { kind: 'endpoint' }],
        [9000, { kind: 'reply', event: { kind: 'ended', turn: 0, reason: 'complete' } }],
        stopped(9000),
      ],
    ],
  ])('%s', (_what, about, text, score, own) => {
    const { waits } = explainFloor(score, own);
    expect(waits.filter((wait) => wait.about === about).map((wait) => wait.text)).toEqual([text]);
  });
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
});
