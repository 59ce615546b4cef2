import { describe, expect, test } from 'vitest';
import { describeEvent, edgeOf } from '../../../src/session/floor/explain/events.ts';
import { describePhases } from '../../../src/session/floor/explain/phases.ts';
import type { FloorEvent, FloorSettings } from '../../../src/session/floor/types.ts';
import {
  asked,
  bargeIn,
  commit,
  end,
  final,
  inBackground,
  interim,
  known,
  over,
  returned,
  type Score,
  settled,
  spoken,
  suspended,
} from './explainedScores.ts';
import { explainFloor, type Own } from './explainFloor.ts';
import { play, speaking, stopped, turn, voice } from './playFloor.ts';

describe('an event is named in words, with its edge', () => {
  const utterance = 'u0.0';
  test.each<[text: string, edge: string | null, event: FloorEvent]>([
    ['segment 4 starts', 'activity', voice('started', 4, 0, 64)],
    ['voice of segment 4', 'activity', voice('window', 4, 0, 64)],
    ['silence of segment 4', 'activity', { ...voice('window', 4, 0, 64), voiced: false } as FloorEvent],
    ['segment 4 reaches its audio limit', 'activity', { kind: 'truncated', segment: 4, atMs: 0 }],
    ['segment 4 ends by silence', 'activity', voice('ended', 4, 0, 64)],
    ["interim 'a table' of segment 4", 'transcript', interim(4, 'a table')],
    ["final 'a table' of segment 4", 'transcript', final(4, 'a table')],
    ['segment 4 is settled: final', null, settled(4)],
    ["the user's turn is probably over", null, { kind: 'eager_end' }],
    ["the user's turn goes on", null, { kind: 'resumed' }],
    ["typed 'no'", 'textIn', { kind: 'typed', text: 'no' }],
    ['a telephone key', 'dtmf', { kind: 'digit' }],
    ["the user's turn seems to be over", null, { kind: 'endpoint' }],
    ['interruption of segment 0', 'interruption', bargeIn(512)],
    ["turn 0 'a table'", 'userTurn', commit('a table')],
    ['a commit is carried out', null, { kind: 'commit_done' }],
    ['reply started of turn 2', 'reply', { kind: 'reply', event: { kind: 'started', turn: 2 } }],
    ['1 call', 'functionCalls', asked[1]?.[1] as FloorEvent],
    ['1 result', 'functionResults', returned(0)[1]],
    ['synthesis started of u0.0', 'speech', { kind: 'speech', event: { kind: 'started', turn: 0, utterance } }],
    ['playout started of u0.0', 'playout', { kind: 'playout', event: { kind: 'started', utterance } }],
    ["say 'Hello.'", null, { kind: 'say', text: 'Hello.', first: true }],
    ["the filler is 'One moment.'", null, { kind: 'filler', turn: 0, text: 'One moment.' }],
    ['interrupt() was called', null, { kind: 'interrupt' }],
    ['respond() was called', null, { kind: 'respond' }],
    ['0 added messages', null, { kind: 'add_messages', messages: [] }],
    ["the call 'a' is to be cancelled", null, { kind: 'cancel', tool_call_id: 'a' }],
    ['a function hands the conversation over', null, { kind: 'hand_off' }],
    ["answer 'a table'", null, { kind: 'answer', text: 'a table' }],
    ['the session is to end: agent_ended', null, end],
    ['the deadline of the end has passed', null, { kind: 'terminate' }],
    ['a time limit has passed', null, { kind: 'wake' }],
    ['all decisions are carried out', null, { kind: 'finish' }],
  ])('%s', (text, edge, event) => expect([describeEvent(event), edgeOf(event)]).toEqual([text, edge]));
});

describe('a decision is named in words', () => {
  test.each<[text: string, kind: string, score: Score, own?: Own]>([
    ['the user starts to speak', 'user_started', [[64, voice('started', 0, 64, 64)]]],
    ['the user stops speaking', 'user_stopped', spoken],
    ['the agent starts to speak', 'agent_started', speaking],
    ['the agent stops speaking', 'agent_stopped', [...speaking, stopped(10)]],
    ["the agent is interrupted after 'One'", 'agent_interrupted', suspended],
    ["message of the agent: 'One two.'", 'agent_message', [...speaking, stopped(10)]],
    [
      "message of the user: 'a table'",
      'user_message',
      [
        [0, { kind: 'typed', text: 'a table' }],
        [0, commit('a table')],
      ],
    ],
    ['the model calls book()', 'calls_collected', asked],
    ['the results of book() are in the history', 'calls_executed', [...asked, returned(9)]],
    ['messages are added: 0', 'messages_added', [[0, { kind: 'add_messages', messages: [] }]]],
    ["turn 0 is committed: 'a table'", 'commit', [[0, { kind: 'typed', text: 'a table' }]]],
    ['the answer to turn 0 is requested', 'respond', [[0, { kind: 'respond' }]]],
    [
      "the answer to turn 0 is requested ahead: 'a table'",
      'draft',
      [...spoken.slice(0, 3), [560, { kind: 'eager_end' }]],
      { floor: { preemptiveGeneration: true } },
    ],
    [
      'the answer that was requested ahead is dropped',
      'draft',
      [...spoken.slice(0, 3), [560, { kind: 'eager_end' }], [600, interim(0, 'a table for two')]],
      { floor: { preemptiveGeneration: true } },
    ],
    ["reply 0 begins: 'Hello.'", 'say', [[0, { kind: 'say', text: 'Hello.', first: true }]]],
    ["reply 0 also says 'Also.'", 'say', [...speaking, [5, { kind: 'say', text: 'Also.', first: false }]]],
    [
      "reply 0 says the filler 'One moment.'",
      'say',
      [
        [0, { kind: 'turn', turn }],
        [5, { kind: 'say', text: 'One moment.', first: false, filler: true }],
      ],
    ],
    ['reply 0 ends: interrupted', 'end_reply', [...speaking, [5, { kind: 'interrupt' }]]],
    ['the functions of reply 0 are aborted: interrupted', 'cut_calls', [...speaking, [5, { kind: 'interrupt' }]]],
    ['the utterance u0.0 is cut', 'cut', [...speaking, [5, { kind: 'interrupt' }]]],
    ["the call 'a' is cancelled", 'cancel_call', [...asked, [9, { kind: 'cancel', tool_call_id: 'a' }]]],
    ["the running calls get the result 'session ended'", 'settle_calls', [...asked, [9, end]]],
    ['no more audio of the user is taken', 'close_input', [[0, end]]],
    ['the last decisions are carried out', 'finish', [[0, end]]],
    [
      'the session ends: agent_ended',
      'ended',
      [
        [0, end],
        [1, { kind: 'finish' }],
      ],
    ],
  ])('%s', (text, kind, score, own) => {
    const { decisions } = explainFloor(score, own);
    expect(decisions.find((decision) => decision.kind === kind)?.text).toBe(text);
  });
});

describe('the floor is described in words', () => {
  const phases = (score: Score, own: Partial<FloorSettings> = {}) => describePhases(play(score, own).state, 0);
  const idle = { user: 'silent', reply: 'none', queue: [], functions: [], ending: 'none' };
  test.each<[text: string, phases: object, score: Score, own?: Partial<FloorSettings>]>([
    ['at the beginning', idle, []],
    ['while the user speaks', { user: 'speaking' }, [[64, voice('started', 0, 64, 64)]]],
    ['with words of the user', { user: "speaking 'a table'" }, spoken.slice(0, 3)],
    ['when speech has ended', { user: 'awaits words' }, [spoken[0] as Score[0], spoken[3] as Score[0]]],
    ['when the words are known', { user: "awaits the commit 'a table'" }, known],
    ['while the model works', { reply: 'awaits the model' }, [[0, { kind: 'turn', turn }]]],
    ['while the model sends text', { reply: 'generating' }, speaking.slice(0, 2)],
    ['while the agent is heard', { reply: 'audible' }, speaking],
    ['while the agent is cut', { reply: 'cutting' }, [...speaking, [5, { kind: 'interrupt' }]]],
    [
      'when the user speaks before the agent',
      { reply: 'awaits the model, held' },
      [
        [0, { kind: 'turn', turn }],
        [64, voice('started', 0, 64, 64)],
      ],
    ],
    ['over the agent', { user: "speaking over the agent 'wait'" }, over('wait', 320)],
    ['while a function runs', { functions: ['book'] }, asked],
    ['while a function runs in the background', { functions: ['book'] }, inBackground('silent')],
    [
      'with a text that waits',
      { queue: ["say 'Also.'"] },
      [...speaking, [5, { kind: 'say', text: 'Also.', first: false }]],
      { saysApart: true },
    ],
    [
      'with an end after the speech',
      { ending: 'requested, after speech' },
      [...speaking, [5, { ...end, after: 'speech' } as FloorEvent]],
    ],
  ])('%s', (_what, expected, score, own) => expect(phases(score, own)).toMatchObject(expected));
});
