import { describe, expect, test } from 'vitest';
import type { FloorEvent } from '../../../src/session/floor/types.ts';
import { bargeIn, commit, ends, final, interim, known, over, settled, spoken, type Score } from './explainedScores.ts';
import { explainFloor, type Own } from './explainFloor.ts';
import { playout, speaking, stopped, turn, voice } from './playFloor.ts';

describe('a decision has its reason', () => {
  test.each<[string, string, string, Score, Own?]>([
    ['a start of speech', 'user_started', '64 ms of voice, 50 needed', [[64, voice('started', 0, 64, 64)]]],
    ['an end by silence', 'user_stopped', '576 ms of silence, 550 needed', spoken],
    [
      'an end by mute',
      'user_stopped',
      'the microphone is muted, after 36 ms of silence',
      [
        [64, voice('started', 0, 64, 64)],
        [100, { ...ends(64, 100), by: 'mute' } as FloorEvent],
      ],
    ],
    [
      'a commit by endpointing',
      'commit',
      '0.58 s of silence, 0.5 needed, and all words are known',
      [...known, [1080, { kind: 'endpoint' }]],
    ],
    [
      'a commit for which the words were missing',
      'commit',
      'all its words are known after 0.58 s of silence',
      [...spoken.slice(0, 2), spoken[3] as Score[0], [1076, { kind: 'endpoint' }], [1080, final(0, 'a table')]],
    ],
    ['typed text', 'commit', 'typed text is committed at once', [[0, { kind: 'typed', text: 'a table' }]]],
    [
      'an answer',
      'respond',
      'answered after 0.58 s of silence',
      [...known, [1080, { kind: 'endpoint' }], [1080, commit('a table')], [1080, { kind: 'commit_done' }]],
    ],
    ['a cut by voice', 'cut', 'interrupted: 512 ms of voice, 500 needed', [...over('wait', 512), [1512, bargeIn(512)]]],
    [
      'a cut without words',
      'cut',
      'interrupted: 512 ms of voice, 500 needed; it resumes if the voice has no words',
      [...over('', 512), [1512, bargeIn(512)]],
    ],
    [
      'an interruption by words and voice',
      'end_reply',
      'interrupted: 512 ms of voice, 500 needed; 1 word, 1 needed',
      [...over('wait', 512), [1512, bargeIn(512, 1)]],
      { config: { interrupt_word_threshold: 1 } },
    ],
    [
      'an interruption by typed text',
      'end_reply',
      'typed text is a turn at once',
      [...speaking, [5, { kind: 'typed', text: 'no' }]],
    ],
    [
      'an interruption by a key',
      'end_reply',
      'a telephone key ends the reply, as typed text does',
      [...speaking, [5, { kind: 'digit' }]],
    ],
    [
      'an interruption by the application',
      'end_reply',
      'the application asked for it',
      [...speaking, [5, { kind: 'interrupt' }]],
    ],
    [
      'an interruption that the client has reported',
      'agent_interrupted',
      'the application asked for it',
      [
        ...speaking,
        [5, { kind: 'interrupt' }],
        [
          9,
          playout({
            kind: 'stopped',
            utterance: 'u0.0',
            samples: 160,
            heard: 'One',
            whole: false,
            by: 'timings',
            heardBy: 'reported',
          }),
        ],
      ],
    ],
    ['a message of the agent', 'agent_message', 'the user has heard 8 characters', [...speaking, stopped(10)]],
    ['an end of the agent', 'agent_stopped', 'the last of 320 samples was played', [...speaking, stopped(10)]],
    [
      'a reply that newer words replace',
      'end_reply',
      "'for two' is not a remark, and nothing of the reply can be heard",
      [
        [0, { kind: 'turn', turn }],
        [10, voice('started', 0, 10, 64)],
        [20, interim(0, 'for two')],
      ],
    ],
    [
      'a first message',
      'say',
      'it is the first message of the session',
      [[0, { kind: 'say', text: 'Hello.', first: true }]],
    ],
    [
      'a filler',
      'say',
      'the answer has had no text for 0.7 s, 0.7 allowed',
      [
        [0, { kind: 'turn', turn }],
        [700, { kind: 'wake' }],
      ],
      { floor: { filler: { text: 'One moment.', delayMs: 700 } } },
    ],
    [
      'a remark while the agent works',
      'commit',
      "'hello?' is a remark while the agent works, and needs no answer",
      [
        [0, { kind: 'turn', turn }],
        [10, voice('started', 0, 10, 64)],
        [20, final(0, 'hello?')],
        [900, ends(64, 900)],
        [900, settled(0)],
      ],
    ],
    [
      'a slow reply',
      'report',
      'no sound for 8 s: it waits for handler',
      [
        [0, { kind: 'turn', turn }],
        [8000, { kind: 'wake' }],
      ],
    ],
    [
      'a noise',
      'report',
      'segment 0 has had no word for too long',
      [
        [64, voice('started', 0, 64, 64)],
        [3064, { kind: 'settled', segment: 0, by: 'noise' }],
      ],
    ],
    [
      'functions of the model',
      'calls_collected',
      'the model has asked for 1 call',
      [
        [0, { kind: 'turn', turn }],
        [
          5,
          {
            kind: 'calls',
            calls: {
              turn: 0,
              round: 0,
              calls: [{ id: 'a', type: 'function', function: { name: 'book', arguments: '{}' } }],
            },
          },
        ],
      ],
    ],
    [
      'the end of a session',
      'close_input',
      'the session ends, and the agent has nothing more to say or do',
      [[0, { kind: 'end', after: 'now', reason: 'agent_ended' }]],
    ],
  ])('%s: %s', (_what, kind, text, score, own) => {
    const { decisions } = explainFloor(score, own);
    expect(decisions.filter((decision) => decision.kind === kind).map(({ reason }) => reason.text)).toEqual([text]);
  });
});
