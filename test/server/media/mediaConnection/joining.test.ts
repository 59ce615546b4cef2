import { describe, expect, it } from 'vitest';
import { createMediaConnection } from '../../../../src/server/media/mediaConnection.ts';
import { audioFormats } from '../support/call.ts';
import { FakeSocket } from '../support/fakeSocket.ts';
import { expectNothingLeft } from '../support/over.ts';
import { virtualCall } from '../support/virtualCall.ts';

describe('before the client has joined', () => {
  it('the session waits for the client before it speaks', async () => {
    const made = virtualCall({ config: { first_message: 'Good evening.' } });
    await made.clock.run(700);
    expect(made.socket.frames).toEqual([]);
    made.join();
    await made.clock.run(2500);
    expect(made.socket.messages.map(({ seq }) => seq)).toEqual(made.socket.messages.map((_, at) => at));
    expect(made.socket.types).toEqual([
      'session.started',
      'agent.thinking',
      'agent.text',
      'agent.thought',
      'audio.start',
      'agent.speech_started',
      'audio.end',
      'agent.speech_stopped',
      'message.added',
      'agent.done',
    ]);
    expect(made.history()).toEqual(['assistant: Good evening.']);
  });

  it('it is greeted with what was agreed on, and the time since the session began', async () => {
    const { clock, join, socket } = virtualCall({ configuringMs: 300 });
    await clock.run(1000);
    join();
    expect(socket.messages).toEqual([
      { type: 'session.started', session_id: 'ses_test', audio: audioFormats(), seq: 0, t_ms: 700 },
    ]);
  });

  it('an end of the session ends the connection', async () => {
    const made = virtualCall({ config: { first_message: 'Good evening.' } });
    let over = false;
    made.connection.presence.subscribe({ complete: () => (over = true) });
    made.session.close('join_timeout');
    await made.clock.run(10);
    expect(over).toBe(true);
    expectNothingLeft(made);
  });
});

describe('joining', () => {
  it('is emitted to early and to late subscribers', () => {
    const { connection, join } = virtualCall();
    let times = 0;
    connection.presence.subscribe(() => (times += 1));
    join();
    connection.presence.subscribe(() => (times += 1));
    expect(times).toBe(2);
  });

  it('attaches the listeners at once, so that nothing is lost', () => {
    const { join, socket } = virtualCall();
    join();
    expect(socket.listening).toBe(4);
  });

  it('is for one socket: another is closed, and the first goes on', async () => {
    const { clock, connection, join, socket } = virtualCall();
    join();
    const other = new FakeSocket();
    connection.join(other);
    await clock.run(100);
    expect(other.closed).toEqual({ code: 4409, reason: 'already connected' });
    expect(other.frames).toEqual([]);
    expect(socket.closed).toBeNull();
  });

  it('comes too late when the session has ended', async () => {
    const { clock, connection, session } = virtualCall();
    session.close('join_timeout');
    await clock.run(10);
    const late = new FakeSocket();
    connection.join(late);
    expect(late.closed).toEqual({ code: 1000, reason: 'the session has ended' });
  });

  it('needs a session', () => {
    const connection = createMediaConnection({ audio: audioFormats() });
    expect(() => connection.join(new FakeSocket())).toThrow('Expected follow() before join().');
    connection.hangUp(1000);
  });
});
