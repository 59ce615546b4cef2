import { describe, expect, test } from 'vitest';
import type { AskedEvent } from '../../../src/core/reason.ts';
import type { FloorEvent } from '../../../src/session/floor/types.ts';
import {
  asked,
  bargeIn,
  commit,
  cutAt,
  end,
  ends,
  filling,
  interim,
  known,
  over,
  resultWaits,
  sent,
  settled,
  spoken,
  suspended,
  voiced,
  waitsForFunction,
  wordless,
  type Score,
} from './explainedScores.ts';
import { explainFloor, type Answer, type Own } from './explainFloor.ts';
import { speaking, stopped, turn, voice } from './playFloor.ts';

describe('what is not decided has its reason', () => {
  test.each<[what: string, about: AskedEvent, text: string, rule: string, score: Score, own?: Own]>([
    [
      'voice just below the threshold',
      'interruption',
      'not interrupted: 499 ms of voice, 500 needed',
      'turn-taking.md#what-interrupts-the-agent',
      over('', 499),
    ],
    [
      'too few words',
      'interruption',
      'not interrupted: 1 word, 2 needed',
      'turn-taking.md#what-interrupts-the-agent',
      over('wait', 512),
      { config: { interrupt_word_threshold: 2 } },
    ],
    [
      'a backchannel',
      'interruption',
      "not interrupted: 'yeah' is a backchannel",
      'turn-taking.md#backchannels',
      over('yeah', 512),
    ],
    [
      'the beginning of a backchannel',
      'interruption',
      "not interrupted: 'got' may become a backchannel",
      'turn-taking.md#backchannels',
      over('got', 400),
    ],
    [
      'interruptions that are off',
      'interruption',
      'not interrupted: interruptions are not allowed',
      'turn-taking.md#what-interrupts-the-agent',
      over('wait', 512),
      { config: { allow_interruptions: false } },
    ],
    [
      'an open segment',
      'turn',
      'waits: segment 0 is still open',
      'turn-taking.md#when-the-users-turn-ends',
      spoken.slice(0, 3),
    ],
    [
      'a final that is missing',
      'turn',
      'waits: segment 0 has no final yet (1 s left)',
      'turn-taking.md#when-the-users-turn-ends',
      spoken,
    ],
    [
      'words that are missing',
      'turn',
      'waits: segment 0 has no words yet (1 s left)',
      'turn-taking.md#when-the-users-turn-ends',
      [...spoken.slice(0, 2), spoken[3] as Score[0]],
    ],
    [
      'silence that is too short',
      'turn',
      'waits: 0.58 s of silence, 0.8 needed (0.22 s left)',
      'turn-taking.md#when-the-users-turn-ends',
      known,
      { config: { min_endpointing_delay: 0.8 } },
    ],
    [
      'a commit that is under way',
      'answer',
      'waits: a turn is being committed',
      'turn-taking.md#when-the-agent-waits',
      [...known, [1080, { kind: 'endpoint' }], [1080, commit('a table')]],
    ],
    [
      'a user who speaks',
      'answer',
      'waits: the user speaks',
      'turn-taking.md#when-the-agent-waits',
      [
        [0, { kind: 'turn', turn }],
        [64, voice('started', 0, 64, 64)],
      ],
    ],
    [
      'a slow model',
      'answer',
      'waits: the model has sent no text, 0.3 s so far',
      'turn-taking.md#failures-and-timeouts',
      [
        [100, { kind: 'turn', turn }],
        [400, { kind: 'reply', event: { kind: 'started', turn: 0 } }],
      ],
    ],
    [
      'a remark over the agent that may go on',
      'turn',
      'waits: the user may go on (1.2 s left)',
      'turn-taking.md#what-happens-to-short-remarks',
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
    [
      'a text behind a reply',
      'answer',
      'waits: the agent is speaking',
      'turn-taking.md#what-happens-to-short-remarks',
      [...speaking, [5, { kind: 'say', text: 'Also.', first: false }]],
      { floor: { saysApart: true } },
    ],
    [
      'a reply that is cut without words',
      'answer',
      'waits: the agent resumes if the speech of the user has no words',
      'turn-taking.md#interruptions-without-words',
      suspended,
    ],
    [
      'a function',
      'answer',
      'waits: the function book has not returned, 0.3 s so far',
      'turn-taking.md#functions',
      [...asked, [300, { kind: 'wake' }]],
    ],
    [
      'a slow voice',
      'answer',
      'waits: the voice has sent no audio, 0.3 s so far',
      'turn-taking.md#failures-and-timeouts',
      [...voiced, [300, { kind: 'wake' }]],
    ],
    [
      'audio that is not sent',
      'answer',
      'waits: the audio has not been sent yet, 0.3 s so far',
      'turn-taking.md#what-counts-as-heard',
      [
        ...voiced,
        [
          300,
          {
            kind: 'speech',
            event: { kind: 'audio', utterance: 'u0.0', frame: { sampleRate: 16_000, samples: new Int16Array(160) } },
          },
        ],
      ],
    ],
    [
      'speech that may be dropped',
      'answer',
      'waits: the speech of the user is not committed or dropped yet',
      'turn-taking.md#when-the-agent-waits',
      [
        [0, { kind: 'turn', turn }],
        [64, voice('started', 0, 64, 64)],
        [500, ends(64, 500)],
      ],
    ],
    [
      'a report of the client',
      'turn',
      'waits: the client has not reported yet what it played',
      'turn-taking.md#what-interrupts-the-agent',
      [...speaking, [500, voice('started', 0, 500, 64)]],
      { floor: { speechInterrupts: true } },
    ],
    [
      'an end of the turn that is not found',
      'turn',
      'waits: the end of the turn has not been found yet',
      'turn-taking.md#when-the-users-turn-ends',
      known,
    ],
    [
      'a function that cannot be interrupted',
      'turn',
      'waits: a function cannot be interrupted (10 s left)',
      'turn-taking.md#functions',
      waitsForFunction,
      { config: { allow_interruptions: false } },
    ],
    [
      'voice in a silence of the agent',
      'interruption',
      'not interrupted: segment 0 fell into a silence of the agent, which only words end',
      'turn-taking.md#when-the-agent-waits',
      [...speaking, [2500, voice('started', 0, 2500, 64)], [3200, voice('window', 0, 3200, 700)]],
    ],
    [
      'a result that waits for silence',
      'answer',
      'waits: a result comes when the user is silent',
      'background.md#what-follows-the-result',
      resultWaits,
    ],
    [
      'a text while the user speaks',
      'answer',
      "waits: the user's turn comes first",
      'turn-taking.md#when-the-agent-waits',
      [
        [64, voice('started', 0, 64, 64)],
        [70, { kind: 'say', text: 'Also.', first: false }],
      ],
    ],
    [
      'a text behind a reply that is cut',
      'answer',
      'waits: the client has not reported yet what it played',
      'turn-taking.md#what-interrupts-the-agent',
      [...speaking, [5, { kind: 'interrupt' }], [6, { kind: 'say', text: 'Also.', first: false }]],
    ],
    [
      'an answer whose filler is cut',
      'answer',
      'waits: the client has not reported yet what it played',
      'turn-taking.md#what-interrupts-the-agent',
      [...filling, [720, { kind: 'interrupt' }]],
      { floor: { filler: { text: 'One moment.', delayMs: 700 } } },
    ],
    [
      'an answer that the end of the session drops',
      'answer',
      'no answer: the session ends',
      'sessions.md#ending',
      [
        ...speaking,
        [3, voice('started', 0, 3, 64)],
        [5, { kind: 'respond', request: { instructions: 'Greet.' } }],
        [6, { ...end, after: 'words' } as FloorEvent],
        cutAt(9),
      ],
    ],
    [
      'an answer behind the speech that the end of the session cuts',
      'answer',
      'no answer: the session ends',
      'sessions.md#ending',
      [...speaking, [5, { kind: 'respond', request: { instructions: 'Greet.' } }], [6, end]],
    ],
    [
      'a last answer while the user speaks',
      'answer',
      'waits: the user speaks',
      'turn-taking.md#when-the-agent-waits',
      [
        [0, { kind: 'turn', turn }],
        [5, { ...end, after: 'speech' } as FloorEvent],
        [64, voice('started', 0, 64, 64)],
      ],
    ],
    [
      'voice before the first message is heard',
      'interruption',
      'not interrupted: the agent could not be heard',
      'turn-taking.md#what-interrupts-the-agent',
      [
        [0, { kind: 'say', text: 'One two.', first: true }],
        [64, voice('started', 0, 64, 64)],
      ],
    ],
    [
      'a third voice without words',
      'interruption',
      'not interrupted: the reply was cut 2 times without words, and needs words now',
      'turn-taking.md#interruptions-without-words',
      [...wordless(0, 1000), ...wordless(1, 2000), ...wordless(2, 3000).slice(0, -4)],
    ],
  ])('%s', (_what, about, text, rule, score, own) => {
    const { waits } = explainFloor(score, own);
    expect(waits.filter((wait) => wait.about === about).map((wait) => [wait.text, wait.rule])).toEqual([[text, rule]]);
  });
});

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
  const { decisions } = explainFloor([...known, [1100, { kind: 'endpoint' }]], {
    config: { push_to_talk: true },
  } as Own);
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
