import { describe, expect, it } from 'vitest';
import type { Agent } from '../../../src/session/agent.ts';
import { handoff, type HandoffOptions } from '../../../src/session/agentCode/handoff.ts';
import { createFunction } from '../../support/testSession.ts';
import { CALL, create } from './handedOff.ts';

describe('a handoff', () => {
  it('lets the other agent answer the same turn, with its functions, messages and data', async () => {
    const made = create();
    made.type(100, 'my invoice is wrong');
    await made.clock.run(9000);
    expect(made.errors).toEqual([]);
    expect(made.seen).toEqual([
      {
        messages: [
          'system: You are billing.',
          'user: my invoice is wrong',
          'assistant: One moment.',
          'tool: The conversation goes on with billing.',
        ],
        tools: ['refund'],
        data: { id: 7 },
      },
    ]);
    expect(made.spoken()).toEqual(['One moment.', 'This is billing.']);
  });

  it('tells the handlers of both who speaks, each with its own data', async () => {
    const made = create();
    made.type(100, 'my invoice is wrong');
    await made.clock.run(9000);
    expect(made.heard).toEqual(['reception: One moment.', 'billing: This is billing.', 'billing hears billing, 7']);
  });

  it('keeps the session data, if none are handed over', async () => {
    const made = create({
      config: { session_data: { guest: 'Ada' } },
      transfer: (billing) => handoff<object>(billing as unknown as Agent),
    });
    made.type(100, 'my invoice is wrong');
    await made.clock.run(9000);
    expect(made.seen.map(({ data }) => data)).toEqual([{ guest: 'Ada' }]);
  });

  it('calls a handler that both have once', async () => {
    const heard: string[] = [];
    const on_agent_message_added = (input: { readonly message: { readonly content: string } }): void =>
      void heard.push(input.message.content);
    const made = create({ agent: { on_agent_message_added }, billing: { on_agent_message_added } });
    made.type(100, 'my invoice is wrong');
    await made.clock.run(9000);
    expect(heard).toEqual(['One moment.', 'This is billing.']);
  });

  it('gives it what was said since the user’s last message with the history "none"', async () => {
    const made = create({ handed: { history: 'none' }, llm: ['Hello.', CALL] });
    made.type(100, 'hello');
    made.type(4000, 'my invoice is wrong');
    await made.clock.run(9000);
    expect(made.seen[0]?.messages).toEqual([
      'system: You are billing.',
      'user: my invoice is wrong',
      'assistant: ',
      'tool: The conversation goes on with billing.',
    ]);
  });

  it('gives it a summary, which it waits for', async () => {
    const asked: string[][] = [];
    const handed: HandoffOptions = {
      history: 'summary',
      result: 'done',
      summarize: (messages) => {
        asked.push(messages.map(({ content }) => String(content)));
        return new Promise((resolve) => made.clock.schedule(() => resolve('An invoice is wrong.'), 500));
      },
    };
    const made = create({ handed, llm: [CALL] });
    made.type(100, 'my invoice is wrong');
    await made.clock.run(9000);
    expect(asked).toEqual([['You are reception.', 'my invoice is wrong']]);
    expect(made.seen[0]?.messages).toEqual([
      'system: You are billing.',
      'system: An invoice is wrong.',
      'user: my invoice is wrong',
      'assistant: ',
      'tool: done',
    ]);
  });

  it('waits while the user speaks, and answers what is said then, too', async () => {
    const made = create({
      config: { allow_interruptions: false },
      llm: [{ text: 'One moment, I am looking for somebody who knows.', ...CALL }],
      voice: [{ atMs: 1600, forMs: 2400 }],
      says: ['and late'],
    });
    made.type(100, 'my invoice is wrong');
    await made.clock.run(12_000);
    expect(made.seen.map(({ messages }) => messages.at(-1))).toEqual(['user: and late']);
    expect(made.spoken().at(-1)).toBe('This is billing.');
  });

  it('waits while the user speaks, also if nothing comes of it', async () => {
    const made = create({
      config: { allow_interruptions: false },
      llm: [{ text: 'One moment, I am looking for somebody who knows.', ...CALL }],
      voice: [{ atMs: 1600, forMs: 2400 }],
      says: [''],
    });
    made.type(100, 'my invoice is wrong');
    await made.clock.run(12_000);
    expect(made.seen.map(({ messages }) => messages.at(-1))).toEqual(['tool: The conversation goes on with billing.']);
    expect(made.when('agent_started_speaking')[1]).toBeGreaterThan(4500);
  });

  it('waits while the user speaks, also when the session is to end behind it', async () => {
    const made = create({
      config: { allow_interruptions: false },
      llm: [{ text: 'One moment, I am looking for somebody who knows.', ...CALL }],
      voice: [{ atMs: 1600, forMs: 2400 }],
      says: ['and late'],
    });
    made.type(100, 'my invoice is wrong');
    made.clock.schedule(() => made.session.end(), 2000);
    await made.clock.run(3900);
    expect(made.when('agent_stopped_speaking')).toEqual([2980]);
    expect(made.seen).toEqual([]);
    await made.clock.run(12_000);
    expect(made.seen.map(({ messages }) => messages.at(-1))).toEqual(['tool: The conversation goes on with billing.']);
    expect(made.spoken().at(-1)).toBe('This is billing.');
    expect(made.history().at(-1)).toBe('user: and late');
  });

  it('discards an answer that the first agent was asked for ahead, also if both know the same', async () => {
    const made = create({
      config: { initial_messages: [], preemptive_generation: true, min_endpointing_delay: 2 },
      more: { look: createFunction(() => new Promise(() => {})) },
      llm: [
        { text: 'One moment, I am looking for somebody.', calls: [{ name: 'transfer' }, { name: 'look' }] },
        'Reception.',
      ],
      voice: [{ atMs: 1200, forMs: 800 }],
      says: ['wait'],
      billing: {
        functions: { transfer: createFunction(() => 'no'), look: createFunction(() => 'no') },
        configure_session: () => ({
          initial_messages: [],
          vad: { provider: 'silero' },
          stt: { provider: 'deepgram', api_key: 'none' },
          tts: { provider: 'deepgram', api_key: 'none' },
          min_endpointing_delay: 2,
          session_data: { id: 0 },
        }),
      },
    });
    made.type(100, 'my invoice is wrong');
    await made.clock.run(9000);
    expect(made.llm.inputs).toMatchObject([{}, { speculative: true }]);
    expect(made.seen.map(({ messages }) => messages.at(-1))).toEqual(['user: wait']);
    expect(made.spoken().at(-1)).toBe('This is billing.');
  });

  it('leaves what ends a turn of the first agent behind, if it has no such setting', async () => {
    const made = create({
      config: { turn_detection: { provider: 'text', min_delay: 0.3, max_delay: 3 }, min_endpointing_delay: 0.5 },
      voice: [
        { atMs: 6000, forMs: 640 },
        { atMs: 9000, forMs: 640 },
      ],
      says: ['my number is', 'seven'],
      answers: ['This is billing.', 'Yes?', 'Thank you.'],
    });
    made.type(100, 'my invoice is wrong');
    await made.clock.run(14_000);
    expect(made.errors).toEqual([]);
    expect(made.seen.map(({ messages }) => messages.at(-1))).toEqual([
      'tool: The conversation goes on with billing.',
      'user: my number is',
      'user: seven',
    ]);
  });

  it('goes back, and on', async () => {
    const made = create({
      answers: [{ calls: [{ name: 'back', arguments: {} }] }],
      llm: [CALL, 'Back here.', CALL],
      billing: { functions: { back: createFunction(() => handoff(reception)) } },
    });
    const reception: Agent = {
      name: 'reception',
      configure_session: () => ({
        initial_messages: [{ role: 'system', content: 'You are reception.' }],
        vad: { provider: 'silero' },
        stt: { provider: 'deepgram', api_key: 'none' },
        tts: { provider: 'deepgram', api_key: 'none' },
        session_data: {},
      }),
      llm_response_handler: made.llm as never,
    };
    made.type(100, 'my invoice is wrong');
    await made.clock.run(9000);
    expect(made.errors).toEqual([]);
    expect(made.spoken()).toEqual(['Back here.']);
  });

  it('ends when agents hand a turn to and fro', async () => {
    const self = (to: Agent<{ id: number }>): unknown => handoff(to, { session_data: { id: 1 } });
    const again: Partial<Agent<{ id: number }>> = {};
    const made = create({
      answers: Array.from({ length: 30 }, () => CALL),
      llm: [CALL],
      billing: again,
      transfer: (to) => {
        again.functions ??= {};
        return self({ ...to, functions: { transfer: createFunction(() => made.session && self(loop(to))) } });
      },
    });
    const loop = (to: Agent<{ id: number }>): Agent<{ id: number }> => ({
      ...to,
      functions: { transfer: createFunction(() => self(loop(to))) },
    });
    made.type(100, 'my invoice is wrong');
    await made.clock.run(9000);
    expect(made.seen.length).toBeLessThan(12);
    expect(made.codes).toContain('function_failed');
  });
});
