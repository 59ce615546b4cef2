import { describe, expect, test } from 'vitest';
import { playSession } from '../support/playSession.ts';
import { COMMITTED, LONG, TELL_ME, coughs, does, says, types } from '../support/userActions.ts';

const lasting = (text: string): number => text.length * 60;

describe('the agent speaks', () => {
  test('P31 every start has one stop, whatever happens', async () => {
    const user = [TELL_ME, coughs(3200), says(6400, 'wait'), types(8200, 'go on'), types(8300, 'please')];
    const { eventNames } = await playSession({
      user,
      config: { first_message: 'Good evening.' },
      llm: [LONG, LONG, LONG, LONG],
    });
    const turns = eventNames.filter((event) => /agent_st(art|opp)ed/u.test(event));
    expect(turns.length).toBeGreaterThan(6);
    expect(turns).toEqual(turns.map((_, n) => (n % 2 === 0 ? 'agent_started_speaking' : 'agent_stopped_speaking')));
  });

  test.each([0, 100])('P32 it stops when the last sample is played (way to the client %i ms)', async (latencyMs) => {
    const { when, io } = await playSession({
      user: [types(500, 'hi')],
      llm: ['One two three.'],
      transport: { latencyMs },
    });
    const [played] = io.played();
    expect(played).toMatchObject({ stoppedAtMs: 500 + latencyMs + lasting('One two three.') });
    expect(when('agent_stopped_speaking')).toEqual([(played?.stoppedAtMs ?? 0) + latencyMs]);
  });

  test.each([
    ['without a full stop', 'One two. Three four'],
    ['of a slow voice', 'One two. Three four.'],
  ])('P33 the last words are not lost: %s', async (_, text) => {
    const tts = { firstAudioMs: 400, speed: 1.05 };
    const { history, spoken } = await playSession({ llm: [text], tts });
    expect(history().at(-1)).toBe(`assistant: ${text}`);
    expect(spoken()).toEqual([text]);
  });

  test('P34 two replies back to back neither overlap nor bleed into each other', async () => {
    const says = does(500, ({ session }) => {
      session.say('One two.');
      session.say('Three four.');
    });
    const { io, spoken, history } = await playSession({ user: [types(400, 'hi'), says], llm: ['Hello there.'] });
    const played = io.played();
    const order = played.flatMap(({ startedAtMs, stoppedAtMs }) => [startedAtMs ?? 0, stoppedAtMs ?? 0]);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(spoken().join(' ')).toBe('Hello there. One two. Three four.');
    expect(history().slice(1).join(' ').replaceAll('assistant: ', '')).toBe('Hello there. One two. Three four.');
  });

  test('P35 what comes in one instant keeps its order: messages', async () => {
    const { history } = await playSession({
      user: [types(700, 'one'), types(700, 'two'), types(700, 'three')],
      llm: ['a.', 'b.', 'c.'],
    });
    expect(history().slice(0, 3)).toEqual(['user: one', 'user: two', 'user: three']);
  });

  test('P35 what comes in one instant keeps its order: tokens', async () => {
    const numbers = Array.from({ length: 200 }, (_, n) => `${n}`).join(' ');
    const { history } = await playSession({ user: [types(0, 'count')], llm: [`${numbers}.`], tts: { msPerChar: 10 } });
    expect(history().at(-1)).toBe(`assistant: ${numbers}.`);
  });

  test('L19 while a cut speech waits to be taken up the agent is not speaking', async () => {
    const { eventNames } = await playSession({ user: [TELL_ME, coughs(3200)], llm: [LONG] });
    expect(eventNames.slice(5, 10)).toEqual([
      'agent_interrupted',
      'agent_stopped_speaking',
      'agent_message_added',
      'user_stopped_speaking',
      'agent_started_speaking',
    ]);
  });

  test('L19 without a sound it has never spoken', async () => {
    const { eventNames } = await playSession({ llm: ['Hello.'], tts: { stallAfterChars: 0 } });
    expect(eventNames.at(-1)).toBe('user_message_added');
  });

  test('L20 the start of one speech is not taken for that of the next', async () => {
    const more = does(100, ({ session }) => session.say('Dinner is served.'));
    const transport = { latencyMs: 100 };
    const { when, io } = await playSession({ user: [more], config: { first_message: 'Good evening.' }, transport });
    const played = io.played().map(({ startedAtMs = 0, stoppedAtMs = 0 }) => [startedAtMs + 100, stoppedAtMs + 100]);
    expect(played).toHaveLength(2);
    expect(when('agent_started_speaking')[1]).toEqual(played[1]?.[0]);
    expect(when('agent_stopped_speaking')).toEqual(played.map(([, stopped]) => stopped));
  });

  test('L21 a speech with a silence inside has one start and one stop', async () => {
    const { when, spoken } = await playSession({ llm: [{ text: ['One two three. ', 'Four five.'], tokenMs: 3500 }] });
    expect(spoken()).toHaveLength(1);
    expect(when('agent_started_speaking')).toEqual([COMMITTED + 1000]);
    expect(when('agent_stopped_speaking')).toEqual([COMMITTED + 3500 + lasting('Four five.')]);
  });

  test('L21 a client that hangs for a while and goes on brings no second start', async () => {
    const user = [TELL_ME, does(2500, ({ io }) => io.freeze()), does(3500, ({ io }) => io.thaw())];
    const { when } = await playSession({ user, llm: [LONG] });
    expect(when('agent_started_speaking')).toEqual([COMMITTED]);
    expect(when('agent_stopped_speaking')).toHaveLength(1);
  });

  test('L22 a voice that stalls ends the reply: what was said is recorded, and the agent listens', async () => {
    const { events, codes } = await playSession({
      user: [TELL_ME, says(9600, 'hello?')],
      llm: ['One two three four.', 'Yes.'],
      tts: { utterances: [{ stallAfterChars: 13 }] },
    });
    expect(codes).toEqual(['tts_timeout']);
    const messages = events.filter(({ event }) => event === 'agent_message_added');
    expect(messages.map(({ text }) => text)).toEqual(['One two three', 'Yes.']);
  });
});
