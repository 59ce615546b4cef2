import { describe, expect, it } from 'vitest';
import type { ServerMessage } from '../../../../src/core/protocol.ts';
import { endOf } from '../support/over.ts';
import { virtualCall } from '../support/virtualCall.ts';
import { at } from '../../../support/timedEvent.ts';

const question = { atMs: 320, forMs: 640 };

describe('messages of the client', () => {
  it('is heard, understood and answered, in messages without a gap whose time never goes back', async () => {
    const { clock, join, socket, player, history } = virtualCall({ says: ['what time is it'], llm: ['It is seven.'] });
    join([question]);
    await clock.run(4000);
    expect(socket.messages.map(({ t_ms, type }) => at(t_ms, type))).toEqual([
      at(0, 'session.started'),
      at(384, 'user.speech_started'),
      at(640, 'user.transcript'),
      at(928, 'user.transcript'),
      at(1536, 'user.speech_stopped'),
      at(1586, 'user.transcript'),
      at(1586, 'message.added'),
      at(1586, 'agent.thinking'),
      at(1586, 'agent.thought'),
      at(1586, 'agent.text'),
      at(1586, 'audio.start'),
      at(1586, 'metrics'),
      at(1586, 'agent.speech_started'),
      at(2086, 'audio.end'),
      at(2306, 'agent.speech_stopped'),
      at(2306, 'message.added'),
      at(2306, 'agent.done'),
    ]);
    expect(socket.messages.map(({ seq }) => seq)).toEqual(socket.messages.map((_, n) => n));
    expect(player.played().map(({ outcome, samples }) => [outcome, samples.length])).toEqual([['finished', 11_520]]);
    expect(history()).toEqual(['user: what time is it', 'assistant: It is seven.']);
  });

  it('may be typed', async () => {
    const { clock, join, socket, history } = virtualCall({ llm: ['Hi.'] });
    join();
    socket.says({ type: 'input.text', text: 'hello' });
    await clock.run(1000);
    expect(history()).toEqual(['user: hello', 'assistant: Hi.']);
  });

  it('may be entered with the keys of a telephone', async () => {
    const { clock, join, socket, history } = virtualCall({ llm: ['Thank you.'] });
    join();
    for (const digit of ['4', '2', '#']) socket.says({ type: 'input.digit', digit });
    await clock.run(1000);
    expect(history()).toEqual(['user: 42', 'assistant: Thank you.']);
  });

  it('is not heard while the microphone is muted, and again after', async () => {
    const { clock, join, socket, events } = virtualCall({ says: ['hello'], llm: ['Hi.'] });
    join([question, { atMs: 2320, forMs: 640 }]);
    socket.says({ type: 'input.mute' });
    await clock.run(2000);
    expect(events).toEqual([]);
    socket.says({ type: 'input.unmute' });
    await clock.run(4000);
    expect(events[0]).toBe('user_started_speaking');
  });

  it('ends at once when the microphone is muted in the middle', async () => {
    const { clock, join, socket, events } = virtualCall({ says: ['hello'] });
    join([question]);
    clock.schedule(() => socket.says({ type: 'input.mute' }), 600);
    await clock.run(601);
    expect(events).toEqual(['user_started_speaking', 'user_stopped_speaking']);
  });

  it('interrupts the agent', async () => {
    const { clock, join, socket, events } = virtualCall({
      config: { first_message: 'It is seven, or a little later.' },
    });
    join();
    clock.schedule(() => socket.says({ type: 'agent.interrupt' }), 500);
    await clock.run(1000);
    expect(events).toEqual([
      'agent_started_speaking',
      'agent_interrupted: It is',
      'agent_stopped_speaking',
      'agent_message_added: It is',
    ]);
    expect(socket.types).toContain('clear');
  });

  it('ends the session', async () => {
    const made = virtualCall();
    made.join();
    made.socket.says({ type: 'session.end' });
    await made.clock.run(10);
    expect(await endOf(made)).toBe('ended_by_client');
    expect(made.socket.messages.at(-1)).toMatchObject({ type: 'session.ended', reason: 'ended_by_client' });
    expect(made.socket.closed?.code).toBe(1000);
  });

  it('is answered if it is a ping', () => {
    const { join, socket } = virtualCall();
    join();
    socket.says({ type: 'ping', t: 12.5 });
    expect(socket.messages.at(-1)).toMatchObject({ type: 'pong', t: 12.5, seq: 1 });
  });

  it('of kinds that are not known yet is ignored', () => {
    const { join, socket } = virtualCall();
    join();
    socket.says({ type: 'playback.rewound', samples: 4 });
    expect(socket.closed).toBeNull();
  });
});

describe('an interruption', () => {
  const LONG = 'We opened in nineteen eighty. My grandmother cooked here for forty years.';

  it('records what the client reports as played, and sends nothing after the clear', async () => {
    const made = virtualCall({ says: ['tell me', 'wait'], llm: [LONG, 'Yes?'] });
    made.join([question, { atMs: 2500, forMs: 800 }]);
    await made.clock.run(8000);
    const { messages, frames } = made.socket;
    const clear = messages.find(({ type }) => type === 'clear');
    const cut = messages.find(({ type }) => type === 'agent.interrupted');
    const [first] = made.player.played();
    expect(clear).toMatchObject({ utterance_id: 'u0.0', clear_id: 0 });
    expect(cut).toMatchObject({ utterance_id: 'u0.0', played_samples: first?.samples.length });
    expect(first?.outcome).toBe('cleared');
    expect(LONG.startsWith(cut?.type === 'agent.interrupted' ? cut.text : '?')).toBe(true);
    expect(made.history()).toEqual([
      'user: tell me',
      `assistant: ${cut?.type === 'agent.interrupted' ? cut.text : ''}`,
      'user: wait',
      'assistant: Yes?',
    ]);
    expect(messages.find(({ type }) => type === 'agent.speech_stopped')).toMatchObject({ reason: 'cut' });
    const kinds = frames.map((frame) => (typeof frame === 'string' ? typeOf(frame) : 'audio'));
    const at = kinds.indexOf('clear');
    expect(kinds.slice(at, kinds.indexOf('audio.start', at))).not.toContain('audio');
  });

  it('is sent in the order of turn-taking', async () => {
    const made = virtualCall({ says: ['tell me', 'wait'], llm: [LONG, 'Yes?'] });
    made.join([question, { atMs: 2500, forMs: 800 }]);
    await made.clock.run(4000);
    const types = made.socket.types;
    const at = types.indexOf('clear');
    expect(types.slice(at, at + 4)).toEqual(['clear', 'agent.interrupted', 'agent.speech_stopped', 'message.added']);
  });
});

function typeOf(frame: string): string {
  return (JSON.parse(frame) as ServerMessage).type;
}
