import { describe, expect, test } from 'vitest';
import { playSession } from '../support/playSession.ts';
import { COMMITTED, LONG, TELL_ME, does, says, types } from '../support/userActions.ts';
import { at } from '../support/timedEvent.ts';

const types500 = types(500, 'hello');

describe('what was heard', () => {
  test.each([
    [679, ''],
    [680, 'One'],
    [681, 'One'],
    [919, 'One'],
    [920, 'One two'],
    [921, 'One two'],
  ])('P21 P22 cut at %i ms: the words whose last sample was played, no others', async (ms, heard) => {
    const { events } = await playSession({ user: [types500, types(ms, 'wait')], llm: ['One two three four.', 'Yes?'] });
    expect(events).toContainEqual(at(ms, 'agent_interrupted', heard));
  });

  test.each([
    ['from a voice that tells no word timings', { tts: { timings: false } }],
    ['by a client that never reports', { transport: { reports: 'none' as const } }],
    ['by neither', { tts: { timings: false }, transport: { reports: 'none' as const } }],
  ])('P22 L23 it is never taken for the whole text: %s', async (_, poor) => {
    const { history } = await playSession({ user: [TELL_ME, says(3200, 'wait')], llm: [LONG, 'Yes?'], ...poor });
    expect(history()[1]).toMatch(/^assistant: We opened in nineteen eighty\. (My|My grandmother)$/u);
  });

  test.each([
    ['a first message', LONG, ''],
    ['what the owner says', '', LONG],
  ])('P23 L24 %s that is interrupted is recorded as it was heard, in one message', async (_, first_message, said) => {
    const user = [does(0, ({ session }) => session.say(said)), types(2400, 'wait')];
    const { events } = await playSession({ user, config: { first_message }, llm: ['Yes?'] });
    expect(events.slice(0, 4)).toEqual([
      at(0, 'agent_started_speaking'),
      at(2400, 'agent_interrupted', 'We opened in nineteen eighty. My'),
      at(2400, 'agent_stopped_speaking'),
      at(2400, 'agent_message_added', 'We opened in nineteen eighty. My'),
    ]);
  });

  test('P23 several sentences are one message', async () => {
    const { history } = await playSession({ user: [does(0, ({ session }) => session.say(LONG))] });
    expect(history()).toEqual([`assistant: ${LONG}`]);
  });

  test('L24 what was never begun is in no message', async () => {
    const user = [does(0, ({ session }) => session.say('One two.')), types(500, 'wait')];
    const { history } = await playSession({ user, llm: ['Yes?'], tts: { utterances: [{ firstAudioMs: 2000 }] } });
    expect(history()).toEqual(['user: wait', 'assistant: Yes?']);
  });

  test('L23 an interruption right at the beginning leaves no message', async () => {
    const { events } = await playSession({ user: [types500, types(510, 'wait')], llm: [LONG, 'Yes?'] });
    expect(events.slice(1, 5)).toEqual([
      at(500, 'agent_started_speaking'),
      at(510, 'agent_interrupted', ''),
      at(510, 'agent_stopped_speaking'),
      at(510, 'user_message_added', 'wait'),
    ]);
  });

  test.each([0, 100, 249, 1000])(
    'L23 and is recorded once, however late the client answers: %i ms',
    async (clearDelayMs) => {
      const user = [TELL_ME, says(3200, 'wait')];
      const { history } = await playSession({ user, llm: [LONG, 'Yes?'], transport: { clearDelayMs } });
      expect(history()).toEqual([
        'user: tell me',
        'assistant: We opened in nineteen eighty. My',
        'user: wait',
        'assistant: Yes?',
      ]);
    },
  );
});

describe('the order of messages', () => {
  test('L25 what the user said comes before its answer, however fast that is', async () => {
    const { history } = await playSession({ user: [TELL_ME, says(5120, 'and you')], llm: ['Hi.', 'Me too.'] });
    expect(history()).toEqual(['user: tell me', 'assistant: Hi.', 'user: and you', 'assistant: Me too.']);
  });

  test('L25 a call comes behind the message that asked for it', async () => {
    const { history, eventNames } = await playSession({ llm: [{ calls: [{ name: 'unknown' }] }, 'Hm.'] });
    expect(history().map((line) => line.split(':')[0])).toEqual(['user', 'assistant', 'tool', 'assistant']);
    expect(eventNames.slice(2, 5)).toEqual([
      'user_message_added',
      'function_calls_collected',
      'function_calls_executed',
    ]);
  });

  test('L25 what is said over the agent comes behind what it had said', async () => {
    const user = [TELL_ME, says(COMMITTED + 1614, 'really', 320), says(9600, 'go on')];
    const { history } = await playSession({ user, llm: [LONG, 'Sure.'] });
    expect(history().slice(0, 3)).toEqual(['user: tell me', `assistant: ${LONG}`, 'user: really']);
  });

  test('P15 L9 what was overheard is told once', async () => {
    const user = [TELL_ME, says(3200, 'really', 320), says(9600, 'go on'), types(13_000, 'stop')];
    const { history } = await playSession({ user, llm: [LONG, 'Sure.', 'Bye.'] });
    expect(
      history()
        .join(' ')
        .match(/really/gu),
    ).toHaveLength(1);
  });
});
