import { describe, expect, it } from 'vitest';
import { limitMessages } from '../../../src/session/checkpoints/limitMessages.ts';
import { createMessage } from '../../../src/session/history.ts';
import { crash, watch } from './crashed.ts';

const STORY = 'A long story that the user does not hear to its end, by far.';

describe('the checkpoints of a session', () => {
  it('come 20 ms after a message, with all that has happened until then', async () => {
    const session = watch({ llm: ['One.'] });
    const at: number[] = [];
    session.session.checkpoint$.subscribe(() => at.push(session.clock.now()));
    session.type(100, 'first');
    await session.clock.run(130);
    expect(at).toEqual([20, 120]);
    expect(session.checkpoints.at(-1)).toMatchObject({ messages: [{ content: 'first' }], unanswered: 'first', seq: 1 });
  });

  it('are not taken while nothing is said', async () => {
    const session = watch({});
    await session.clock.run(60_000);
    expect(session.checkpoints).toHaveLength(1);
  });

  it('have what was heard of the reply under way, each second', async () => {
    const session = watch({ llm: [STORY] });
    const heard: (readonly [number, string])[] = [];
    session.session.checkpoint$.subscribe((checkpoint) => heard.push([session.clock.now(), checkpoint.heard]));
    session.type(100, 'first');
    await session.clock.run(6000);
    expect(session.when('agent_started_speaking')).toEqual([100]);
    expect(session.when('agent_stopped_speaking')).toEqual([3700]);
    expect(heard).toEqual([
      [20, ''],
      [120, ''],
      [1120, 'A long story that'],
      [2120, 'A long story that the user does'],
      [3120, 'A long story that the user does not hear to its'],
      [3720, ''],
    ]);
    expect(session.checkpoints.at(-1)?.messages.map(({ content }) => content)).toEqual(['first', STORY]);
  });

  it('have the text under way as soon as all of its speech is there', async () => {
    const session = watch({ llm: [STORY], tts: { speed: 2 } });
    const speaking: (readonly [number, string | null])[] = [];
    session.session.checkpoint$.subscribe((checkpoint) => speaking.push([session.clock.now(), checkpoint.speaking]));
    session.type(100, 'first');
    await session.clock.run(6000);
    expect(speaking).toContainEqual([1920, STORY]);
  });

  it('have what the client reports that it has played, and no more while it is away', async () => {
    const session = watch({ llm: [STORY] });
    session.type(100, 'first');
    session.clock.schedule(() => session.io.freeze(), 1500);
    session.clock.schedule(() => session.io.user.connected.next(false), 1500);
    await session.clock.run(20_000);
    expect(session.checkpoints.map(({ heard }) => heard)).toEqual([
      '',
      '',
      'A long story that',
      'A long story that the',
    ]);
  });

  it('have the session data as they are at the message', async () => {
    const data: Record<string, unknown> = { step: 1 };
    const session = watch({ llm: ['One.'], config: { session_data: data } });
    session.clock.schedule(() => (data['step'] = 2), 50);
    session.type(100, 'first');
    expect((await crash(session, 5000)).session_data).toBe('{"step":2}');
  });

  it('keep the last session data that JSON can carry, and say so once', async () => {
    const data: Record<string, unknown> = { step: 1 };
    const session = watch({ llm: ['One.'], config: { session_data: data } });
    session.clock.schedule(() => (data['own'] = data), 50);
    session.type(100, 'first');
    expect((await crash(session, 5000)).session_data).toBe('{"step":1}');
    expect(session.codes).toEqual(['checkpoint_failed']);
  });

  it('leave out the oldest messages when they are too large, and count them', async () => {
    const session = watch({
      llm: ['One.'],
      config: {
        initial_messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'a'.repeat(1000) },
          { role: 'assistant', content: 'short' },
        ],
      },
      options: { checkpointBytes: 1200 },
    });
    const { messages, dropped_messages } = await crash(session, 1000);
    expect(messages.map(({ content }) => content)).toEqual(['Be brief.', 'short']);
    expect(dropped_messages).toBe(1);
  });

  it('are refused when nothing is left to leave out', async () => {
    const session = watch({
      config: { session_data: { text: 'a'.repeat(2000) } },
      options: { checkpointBytes: 1200 },
    });
    await session.clock.run(1000);
    expect(session.checkpoints).toEqual([]);
    expect(session.codes).toEqual(['checkpoint_failed']);
  });

  it('end with the session', async () => {
    const session = watch({});
    let isComplete = false;
    session.session.checkpoint$.subscribe({ complete: () => (isComplete = true) });
    session.clock.schedule(() => session.session.end(), 100);
    await session.clock.run(1000);
    expect(isComplete).toBe(true);
    expect(session.ledger.open()).toEqual({});
  });
});

describe('the messages of a checkpoint', () => {
  const user = createMessage('user', 'u'.repeat(100));
  const call = { id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } } as const;
  const calling = { ...createMessage('assistant', ''), tool_calls: [call] };
  const result = { ...createMessage('tool', 'r'.repeat(10)), tool_call_id: 'a' };
  const last = createMessage('assistant', 'last');
  const sizeOf = (...messages: readonly object[]): number =>
    messages.reduce((sum, message) => sum + JSON.stringify(message).length + 1, 0);

  it('are all of them as long as they fit', () => {
    const all = [user, last];
    expect(limitMessages(all, sizeOf(user, last))).toEqual(all);
    expect(limitMessages(all, sizeOf(user, last) - 1)).toEqual([last]);
  });

  it('never begin with the result of a call that is left out', () => {
    expect(limitMessages([calling, result, last], sizeOf(result, last))).toEqual([last]);
  });
});
