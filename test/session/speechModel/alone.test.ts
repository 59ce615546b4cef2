import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { SpeechModelInput } from '../../../src/core/speechToSpeech.ts';
import type { SpeechModelDoubleOptions } from '../../../src/testing/doubles/speechModel.ts';
import { defineFunction } from '../../../src/session/agent.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { playSession, type PlayedSessionOptions } from '../../support/playSession.ts';
import type { TestSession } from '../../support/testSession.ts';
import { does, LONG, says, types } from '../../support/userActions.ts';

/** The user speaks from 384 on, which is committed at 1536. */
const ASKED = says(320, '');

/** Plays a session whose speech model hears the user without a recogniser. */
function play(speechModel: SpeechModelDoubleOptions, more: PlayedSessionOptions = {}): Promise<TestSession> {
  return playSession({ user: [ASKED], ...more, speechModel: { sampleRate: 16_000, ...speechModel } });
}

const kindsOf = ({ speechModel }: TestSession): readonly SpeechModelInput['kind'][] =>
  speechModel.inputs.map(({ kind }) => kind);

const remembered = ({ speechModel }: TestSession): readonly string[] =>
  speechModel
    .memory()
    .map(({ role, content, heardMs }) => `${role}: ${content}${heardMs === undefined ? '' : ` (${heardMs} ms)`}`);

describe('a question to a speech model', () => {
  it('is answered with its voice', async () => {
    const played = await play({ replies: ['We open at eight.'], words: ['when do you open'] });
    expect(played.history()).toEqual(['user: when do you open', 'assistant: We open at eight.']);
    expect(played.spoken()).toEqual(['We open at eight.']);
    expect(remembered(played)).toEqual(['user: audio of turn 0', 'assistant: We open at eight.']);
    expect(kindsOf(played)).toEqual(['commit', 'respond']);
    expect(played.codes).toEqual([]);
  });

  it('does not call the handler of the agent', async () => {
    const { llm } = await play({ replies: ['At eight.'], words: ['when'] });
    expect(llm.inputs).toEqual([]);
  });

  it('is answered before its words are known', async () => {
    const { eventNames } = await play({ replies: ['At eight.'], words: ['when'], wordsDelayMs: 300 });
    expect(eventNames).toEqual([
      'user_started_speaking',
      'user_stopped_speaking',
      'agent_started_speaking',
      'user_message_added',
      'agent_stopped_speaking',
      'agent_message_added',
    ]);
  });

  it('stands before its answer, although its words come 3 s later', async () => {
    const { history, when, codes } = await play({ replies: ['At eight.'], words: ['when'], wordsDelayMs: 3000 });
    expect(history()).toEqual(['user: when', 'assistant: At eight.']);
    expect(when('agent_stopped_speaking')).toEqual([2076]);
    expect(when('agent_message_added')).toEqual([4536]);
    expect(codes).toEqual([]);
  });

  it('has no message if its words do not come within 5 s of the answer', async () => {
    const { history, when, codes } = await play({ replies: ['At eight.'], words: ['when'], wordsDelayMs: 20_000 });
    expect(history()).toEqual(['assistant: At eight.']);
    expect(when('agent_message_added')).toEqual([7076]);
    expect(codes).toEqual(['words_missing', 'late_transcript']);
  });

  it('has no message if its words fail', async () => {
    const { history, when, codes } = await play({ replies: ['At eight.'], words: [null] });
    expect(history()).toEqual(['assistant: At eight.']);
    expect(when('agent_message_added')).toEqual(when('agent_stopped_speaking'));
    expect(codes).toEqual(['provider_failed']);
  });

  it('may be typed', async () => {
    const { history, speechModel } = await play({ replies: ['At eight.'] }, { user: [types(1000, 'when')] });
    expect(history()).toEqual(['user: when', 'assistant: At eight.']);
    expect(speechModel.inputs[0]).toEqual({ kind: 'add', messages: [{ role: 'user', content: 'when' }] });
  });
});

describe('a sound over the answer of a speech model', () => {
  it('of 300 ms neither interrupts it nor reaches the model', async () => {
    const played = await play({ replies: [LONG], words: ['tell me'] }, { user: [ASKED, says(4000, '', 300)] });
    expect(played.history()).toEqual(['user: tell me', `assistant: ${LONG}`]);
    expect(kindsOf(played)).toEqual(['commit', 'respond', 'clear']);
    expect(played.eventNames).not.toContain('agent_interrupted');
  });

  it('of half a second interrupts it for good, and both sides remember what was heard', async () => {
    const user = [ASKED, says(4000, '', 640)];
    const played = await play({ replies: [LONG, 'Yes?'], words: ['tell me', 'wait'] }, { user });
    expect(played.history()).toEqual([
      'user: tell me',
      'assistant: We opened in nineteen eighty. My grandmother',
      'user: wait',
      'assistant: Yes?',
    ]);
    expect(remembered(played)).toEqual([
      'user: audio of turn 0',
      `assistant: ${LONG} (2976 ms)`,
      'user: audio of turn 1',
      'assistant: Yes?',
    ]);
    expect(kindsOf(played)).toEqual(['commit', 'respond', 'truncate', 'commit', 'respond']);
  });

  it('removes the messages of which nothing was heard', async () => {
    const texts = ['We opened in nineteen eighty.', 'My grandmother cooked here for forty years.', 'She is well.'];
    const user = [ASKED, says(4000, '', 640)];
    const played = await play({ replies: [{ text: texts }, 'Yes?'], words: ['tell me', 'wait'] }, { user });
    expect(played.history()[1]).toBe('assistant: We opened in nineteen eighty. My grandmother');
    expect(remembered(played).slice(1, 3)).toEqual([
      'assistant: We opened in nineteen eighty.',
      'assistant: My grandmother cooked here for forty years. (1236 ms)',
    ]);
    expect(remembered(played)).not.toContain('assistant: She is well.');
  });

  it('before its first word leaves nothing of it', async () => {
    const user = [ASKED, says(1700, '', 640)];
    const replies = [{ text: 'At eight.', firstAudioMs: 1000 }, 'Yes?'];
    const played = await play({ replies, words: ['when', 'I mean tomorrow'] }, { user });
    expect(played.history()).toEqual(['user: when', 'user: I mean tomorrow', 'assistant: Yes?']);
    expect(remembered(played)).toEqual(['user: audio of turn 0', 'user: audio of turn 1', 'assistant: Yes?']);
  });
});

describe('functions of a speech model', () => {
  const functions = { book: () => 'booked', pay: () => 'paid' };
  const calls = [
    { name: 'book', id: 'b' },
    { name: 'pay', id: 'p' },
  ];

  it('run, and their results are sent together before one request', async () => {
    const replies = [{ text: 'One moment.', calls }, 'It is booked.'];
    const played = await play({ replies, words: ['book it'] }, { functions });
    expect(played.history()).toEqual([
      'user: book it',
      'assistant: ',
      'tool: booked',
      'tool: paid',
      'assistant: One moment. It is booked.',
    ]);
    expect(kindsOf(played)).toEqual(['commit', 'respond', 'add', 'respond']);
    expect(played.spoken()).toEqual(['One moment.It is booked.']);
  });

  it('stand behind the words that come after them', async () => {
    const replies = [{ calls }, 'It is booked.'];
    const { history, eventNames } = await play({ replies, words: ['book it'], wordsDelayMs: 2000 }, { functions });
    expect(history()[0]).toBe('user: book it');
    expect(eventNames.indexOf('function_calls_executed')).toBeLessThan(eventNames.indexOf('user_message_added'));
  });

  it('have no further round after the last permitted one', async () => {
    const replies = [{ calls: [calls[0] as (typeof calls)[number]] }, 'Done.'];
    const { speechModel } = await play({ replies }, { functions });
    expect(speechModel.inputs.filter(({ kind }) => kind === 'respond')).toMatchObject([
      { tool_choice: undefined },
      { tool_choice: 'none' },
    ]);
  });
});

describe('a text of the application', () => {
  it('is said by the model', async () => {
    const user = [does(1000, ({ session }) => session.say('Welcome.'))];
    const played = await play({}, { user });
    expect(played.spoken()).toEqual(['Welcome.']);
    expect(played.history()).toEqual(['assistant: Welcome.']);
    expect(remembered(played)).toEqual(['assistant: Welcome.']);
  });

  it('may be the first message', async () => {
    const played = await play(
      { replies: ['At eight.'], words: ['when'] },
      { user: [says(2000, '')], config: { first_message: 'Good evening.' } },
    );
    expect(played.history()).toEqual(['assistant: Good evening.', 'user: when', 'assistant: At eight.']);
    expect(played.spoken()).toEqual(['Good evening.', 'At eight.']);
  });

  it('waits for the answer that is being generated', async () => {
    const user = [ASKED, does(1600, ({ session }) => session.say('Anything else?'))];
    const played = await play({ replies: ['At eight.'], words: ['when'] }, { user });
    expect(played.history()).toEqual(['user: when', 'assistant: At eight.', 'assistant: Anything else?']);
  });
});

describe('calls in the background', () => {
  it('are known to the model when it answers to their result', async () => {
    const book = defineFunction({
      description: 'Books.',
      parameters: z.object({}),
      background: true,
      execute: () => clock.sleep(5000).then(() => 'booked'),
    });
    const clock = new VirtualClock();
    const replies = [{ calls: [{ name: 'book', id: 'b' }] }, 'I am on it.', 'It is booked.'];
    const played = await play({ replies, words: ['book it'] }, { clock, agent: { functions: { book } } });
    expect(played.history().slice(-3)).toEqual(['assistant: ', 'tool: booked', 'assistant: It is booked.']);
    expect(kindsOf(played)).toEqual(['commit', 'respond', 'add', 'respond', 'add', 'respond']);
    expect(remembered(played).slice(-2)).toEqual(['tool: booked', 'assistant: It is booked.']);
  });
});

describe('a speech model', () => {
  it('that fails says so, and answers the next turn', async () => {
    const user = [ASKED, says(4000, '')];
    const replies = [{ text: 'At eight.', failAfterItems: 0 }, 'Yes?'];
    const { history, codes } = await play({ replies, words: ['when', 'hello'] }, { user });
    expect(history()).toEqual(['user: when', 'user: hello', 'assistant: Yes?']);
    expect(codes).toEqual(['provider_failed']);
  });

  it('is left when the session ends', async () => {
    const { session, clock, ledger } = await play({ replies: ['At eight.'], words: ['when'] });
    session.close('ended_by_api');
    await clock.run(60_000);
    expect(ledger.open()).toEqual({});
  });
});
