import type { SessionEvent } from 'antiphon';
import { describe, expect, test } from 'vitest';
import { playSession, type PlayedSessionOptions } from '../support/playSession.ts';
import { LONG, TELL_ME, does, says } from '../support/userActions.ts';
import { findOrderFaults } from './findOrderFaults.ts';

/** When voice that begins at 3200 ms has lasted for 16 windows. */
const CUT = 3200 + 512;

const INTERRUPTION = ['agent_interrupted', 'agent_stopped_speaking', 'agent_message_added'];

describe('is lawful: the user stops, then the agent, then the message of the user is added', () => {
  test('the client reports late what it has played, and the user has stopped by then', async () => {
    const user = [TELL_ME, says(3200, 'wait'), does(CUT + 10, ({ io }) => io.user.muted.next(true))];
    const { last, faults } = await play({ user, llm: [LONG, 'Yes?'], transport: { clearDelayMs: 200 } });
    expect(last).toEqual(['user_stopped_speaking', ...INTERRUPTION, 'user_message_added']);
    expect(faults).toEqual([]);
  });

  test('the words that interrupt are known when the user has stopped', async () => {
    const wait = { text: 'wait please', interims: ['', '', ''], msPerWord: 100 };
    const user = [TELL_ME, says(3200, wait)];
    const { last, faults } = await play({ user, llm: [LONG, 'Yes?'], config: { interrupt_word_threshold: 2 } });
    expect(last).toEqual(['user_stopped_speaking', ...INTERRUPTION, 'user_message_added']);
    expect(faults).toEqual([]);
  });

  test('a remark over the agent waits until the agent has finished', async () => {
    const { last, faults } = await play({ user: [TELL_ME, says(6500, 'at eight', 320)], llm: [LONG, 'Yes?'] });
    expect(last).toEqual([
      'user_stopped_speaking',
      'agent_stopped_speaking',
      'agent_message_added',
      'user_message_added',
    ]);
    expect(faults).toEqual([]);
  });
});

const STARTS = 'on_user_started_speaking';
const STOPS = 'on_user_stopped_speaking';
const MESSAGE = 'on_user_message_added';
const AGENT = ['on_agent_started_speaking', 'on_agent_stopped_speaking', 'on_agent_message_added'] as const;

test.each<{ fault: string; names: readonly SessionEvent['name'][]; found: readonly string[] }>([
  {
    fault: 'a message in mid-speech',
    names: [STARTS, MESSAGE, STOPS],
    found: ['1: on_user_message_added, no on_user_stopped_speaking'],
  },
  {
    fault: 'a message when the user has started again',
    names: [STARTS, STOPS, STARTS, MESSAGE, STOPS],
    found: ['3: on_user_message_added, no on_user_stopped_speaking'],
  },
  {
    fault: 'two messages of one speech, with an answer in between',
    names: [STARTS, STOPS, MESSAGE, ...AGENT, MESSAGE],
    found: ['6: on_user_message_added, no on_user_stopped_speaking'],
  },
  {
    fault: 'a start without a stop',
    names: [STARTS],
    found: ['on_user_started_speaking without on_user_stopped_speaking'],
  },
  {
    fault: 'two stops',
    names: [STARTS, STOPS, STOPS],
    found: ['on_user_started_speaking and on_user_stopped_speaking do not alternate'],
  },
  {
    fault: 'an agent that is interrupted and does not stop',
    names: [AGENT[0], 'on_agent_interrupted', AGENT[2], AGENT[1], AGENT[2]],
    found: ['1: on_agent_interrupted, no on_agent_stopped_speaking'],
  },
  {
    fault: 'something between the agent’s stop and its message',
    names: [AGENT[0], AGENT[1], STARTS, AGENT[2], STOPS],
    found: ['1: on_agent_stopped_speaking, no on_agent_message_added'],
  },
])('$fault is found', ({ names, found }) => {
  expect(findOrderFaults(names.map((name, at) => ({ name, at })))).toEqual(found);
});

test('an event from before the one before it is found', () =>
  expect(
    findOrderFaults([
      { name: STARTS, at: 2 },
      { name: STOPS, at: 1 },
    ]),
  ).toEqual(['1: before the one before']));

/** Returns the events from the user's second stop to their second message, and what is wrong with the order of all. */
async function play(options: PlayedSessionOptions): Promise<{ last: readonly string[]; faults: readonly string[] }> {
  const { events, eventNames } = await playSession(options);
  const last = eventNames.slice(
    eventNames.indexOf('user_stopped_speaking', eventNames.indexOf('user_message_added')),
    eventNames.lastIndexOf('user_message_added') + 1,
  );
  return {
    last,
    faults: findOrderFaults(events.map(({ event, atMs }) => ({ name: `on_${event}` as const, at: atMs }))),
  };
}
