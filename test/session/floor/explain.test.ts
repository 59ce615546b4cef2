import { describe, expect, test } from 'vitest';
import type { AskedEvent } from '../../../src/core/reason.ts';
import type { FloorEvent } from '../../../src/session/floor/types.ts';
import { explainFloor, type Own } from './explainFloor.ts';
import { playout, speaking, stopped, turn, voice } from './playFloor.ts';

type Score = readonly (readonly [number, FloorEvent])[];

const interim = (segment: number, text: string): FloorEvent => ({ kind: 'interim', segment, text });
const final = (segment: number, text: string): FloorEvent => ({ kind: 'final', segment, text });
const settled = (segment: number): FloorEvent => ({ kind: 'settled', segment, by: 'final' });
const bargeIn = (voicedMs: number, words = 0): FloorEvent => ({
  kind: 'barge_in',
  by: { segment: 0, voicedMs, words },
});
const sent = playout({ kind: 'sent', utterance: 'u0.0', samples: 320 });
const commit = (text: string): FloorEvent => ({ kind: 'turn', turn: { turn: 0, text } });
const ends = (voicedMs: number, atMs: number): FloorEvent => ({
  kind: 'ended',
  segment: 0,
  atMs,
  voicedMs,
  lastVoicedMs: voicedMs,
  by: 'silence',
});

/** The user says "a table" from 0 to 500 ms, and their segment ends 576 ms later. */
const said: Score = [
  [64, voice('started', 0, 64, 64)],
  [500, voice('window', 0, 500, 500)],
  [520, interim(0, 'a table')],
  [1076, ends(500, 1076)],
];
const known: Score = [...said, [1080, final(0, 'a table')], [1080, settled(0)]];

/** The user speaks over the agent from 1000 to 1600 ms. */
const over = (text: string, voicedMs: number): Score => [
  ...speaking,
  [900, sent],
  [1000, voice('started', 0, 1000, 64)],
  [1000 + voicedMs, voice('window', 0, 1000 + voicedMs, voicedMs)],
  ...(text === '' ? [] : [[1000 + voicedMs, interim(0, text)] as const]),
];

describe('a decision has its reason', () => {
  test.each<[string, string, string, Score, Own?]>([
    ['a start of speech', 'user_started', '64 ms of voice, 50 needed', [[64, voice('started', 0, 64, 64)]]],
    ['an end by silence', 'user_stopped', '576 ms of silence, 550 needed', said],
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
      [...said.slice(0, 2), said[3] as Score[0], [1076, { kind: 'endpoint' }], [1080, final(0, 'a table')]],
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
      over('got', 512),
    ],
    [
      'interruptions that are off',
      'interruption',
      'not interrupted: interruptions are not allowed',
      over('wait', 512),
      { config: { allow_interruptions: false } },
    ],
    ['an open segment', 'turn', 'waits: segment 0 is still open', said.slice(0, 3)],
    ['a final that is missing', 'turn', 'waits: segment 0 has no final yet (1 s left)', said],
    [
      'words that are missing',
      'turn',
      'waits: segment 0 has no words yet (1 s left)',
      [...said.slice(0, 2), said[3] as Score[0]],
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
