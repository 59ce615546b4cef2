import { EMPTY, filter, firstValueFrom, map } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import * as z from 'zod';
import { pace } from '../../../operators/pace.ts';
import type { ServerMessage } from '../../../src/core/protocol.ts';
import { defineFunction } from '../../../src/session/agent.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { textOf } from '../../../src/testing/doubles/tts.ts';
import { wire } from './support/wire.ts';

const question = { atMs: 96, forMs: 640 };
const LONG = 'We opened in nineteen eighty. My grandmother cooked here for forty years.';

const ended = ({ type }: ServerMessage): boolean => type === 'session.ended';
const agentMessage = (message: ServerMessage): boolean =>
  message.type === 'message.added' && message.message.role === 'assistant';

describe('over a real socket', () => {
  it('a spoken question is answered with the help of a function: all events in lawful order', async () => {
    const time = defineFunction({ description: 'tells the time', parameters: z.object({}), execute: () => 'seven' });
    await using pair = await wire({
      says: ['what time is it'],
      llm: [{ calls: [{ name: 'time' }] }, 'It is seven.'],
      agent: { functions: { time } },
    });
    const answered = pair.client.message(agentMessage);
    pair.client.speak([question]);
    await answered;
    expect(pair.call.events).toEqual([
      'user_started_speaking',
      'user_stopped_speaking',
      'user_message_added: what time is it',
      'function_calls_collected',
      'function_calls_executed',
      'agent_started_speaking',
      'agent_stopped_speaking',
      'agent_message_added: It is seven.',
    ]);
    const { messages } = pair.client.player;
    const events = /^(user\.speech|message|function|agent\.speech)/;
    expect(messages.map(({ type }) => type).filter((type) => events.test(type))).toEqual([
      'user.speech_started',
      'user.speech_stopped',
      'message.added',
      'function_calls.collected',
      'function_calls.executed',
      'agent.speech_started',
      'agent.speech_stopped',
      'message.added',
    ]);
    expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, at) => at));
    const times = messages.map(({ t_ms }) => t_ms);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    const [played] = pair.client.player.played();
    expect(textOf(played?.samples ?? new Int16Array(0))).toBe('It is seven.');
  });

  it('an interruption stops the audio, and history holds what the client played', async () => {
    await using pair = await wire({ says: ['wait'], llm: [LONG, 'Yes?'] });
    const { client, call } = pair;
    const started = client.message(({ type }) => type === 'agent.speech_started');
    client.say({ type: 'input.text', text: 'tell me' });
    await started;
    const interrupted = client.message(({ type }) => type === 'agent.interrupted');
    const recorded = client.message(agentMessage);
    client.speak([question]);
    const cut = await interrupted;
    await recorded;
    const [first] = client.player.played();
    expect(client.player.messages.some(({ type }) => type === 'clear')).toBe(true);
    expect(first?.outcome).toBe('cleared');
    expect(cut).toMatchObject({ utterance_id: 'u0.0', played_samples: first?.samples.length });
    const heard = cut.type === 'agent.interrupted' ? cut.text : '';
    expect(textOf(first?.samples ?? new Int16Array(0)).startsWith(heard)).toBe(true);
    expect(heard).not.toBe('');
    expect(LONG.startsWith(heard)).toBe(true);
    expect(call.history().slice(0, 2)).toEqual(['user: tell me', `assistant: ${heard}`]);
    expect(call.events.slice(-4)).toContain(`agent_interrupted: ${heard}`);
  });

  it('a client that ends the session gets its end, and the socket is closed with 1000', async () => {
    await using pair = await wire();
    const endMessage = pair.client.message(ended);
    pair.client.say({ type: 'session.end' });
    expect(await endMessage).toMatchObject({ reason: 'ended_by_client' });
    expect(await pair.client.closed).toEqual({ code: 1000, reason: 'the session has ended' });
    expect(pair.call.ledger.open()).toEqual({});
  });

  it('a client that vanishes in the middle of a word ends the session', async () => {
    await using pair = await wire({ llm: [LONG] });
    const started = pair.client.message(({ type }) => type === 'agent.speech_started');
    pair.client.say({ type: 'input.text', text: 'tell me' });
    await started;
    pair.client.socket.terminate();
    expect(await pair.call.session.ended).toMatchObject({ reason: 'disconnected' });
    expect(pair.call.ledger.open()).toEqual({});
    expect(pair.server.listenerCount('message')).toBe(0);
  });

  it.each([
    ['bad JSON', '{"type":', 4400],
    ['text where audio is due', 'A'.repeat(640), 4400],
    ['wrong types', '{"type":"input.text","text":7}', 4400],
    ['half a sample', Buffer.alloc(641), 4400],
    ['a frame that is too short', Buffer.alloc(318), 4400],
    ['a frame that is too long', Buffer.alloc(3202), 4400],
    ['64 KiB and a byte', Buffer.alloc(65_537), 1009],
    ['1 MiB of audio', Buffer.alloc(2 ** 20), 1009],
    ['1 MiB of text', ' '.repeat(2 ** 20), 1009],
  ])('%s closes the socket, ends this session, and disturbs no other', async (_name, data, code) => {
    await using other = await wire();
    await using pair = await wire();
    pair.client.socket.send(data);
    expect((await pair.client.closed).code).toBe(code);
    expect(pair.server.isPaused).toBe(code === 4400);
    expect(await pair.call.session.ended).toMatchObject({ reason: 'disconnected' });
    expect(pair.call.ledger.open()).toEqual({});
    const alive = other.client.message(({ type }) => type === 'pong');
    other.client.say({ type: 'ping', t: 1 });
    expect(await alive).toMatchObject({ t: 1 });
  });

  it('ten times the speed of time is too fast', async () => {
    await using pair = await wire();
    for (let n = 0; n < 100; n += 1) pair.client.socket.send(Buffer.alloc(3200));
    expect((await pair.client.closed).code).toBe(4429);
    expect(pair.client.player.messages.at(-1)).toMatchObject({ type: 'error', code: 'input_rate' });
  });

  it('unknown kinds of message and unknown fields are for others', async () => {
    await using pair = await wire();
    const alive = pair.client.message(({ type }) => type === 'pong');
    pair.client.say({ type: 'video.frame', data: 'A' });
    pair.client.say({ type: 'ping', t: 2, from: 'afar' });
    expect(await alive).toMatchObject({ t: 2 });
  });

  it('a client that stops reading holds the audio back, and is closed after 10 s', async () => {
    const clock = new VirtualClock();
    await using pair = await wire({
      connectionScheduler: clock,
      outputRate: 48_000,
      llm: ['one two three four five six seven eight nine ten. '.repeat(60)],
      // As much at once as the network takes: the kernel has room for megabytes before anything waits in the process.
      stages: {
        pace: ({ connected, floor, scheduler }) =>
          pace({
            paused: connected.pipe(map((is) => !is)),
            clear: floor.cut.pipe(map(({ utterance }) => utterance)),
            leadMs: 600_000,
            scheduler,
          }),
      },
    });
    const { connected = EMPTY } = pair.call.connection.io;
    const held = firstValueFrom(connected.pipe(filter((is) => !is)));
    pair.client.say({ type: 'input.text', text: 'tell me' });
    pair.client.socket.pause();
    await held;
    expect(pair.server.bufferedAmount).toBeLessThan(2 ** 18);
    await clock.advance(9999);
    expect(pair.server.readyState).toBe(WebSocket.OPEN);
    await clock.advance(1);
    expect(await pair.call.session.ended).toMatchObject({ reason: 'slow_consumer' });
    expect(pair.call.ledger.open()).toEqual({});
    pair.client.socket.resume();
    expect((await pair.client.closed).code).toBe(4413);
  });
});
