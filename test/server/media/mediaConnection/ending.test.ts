import { describe, expect, it } from 'vitest';
import type { CloseCode } from '../../../../src/core/protocol.ts';
import type { SessionEndReason } from '../../../../src/session/floor/types.ts';
import type { FakeSocket } from '../support/fakeSocket.ts';
import { endOf, expectNothingLeft } from '../support/over.ts';
import { virtualCall } from '../support/virtualCall.ts';

describe('the end of a session', () => {
  it.each<[SessionEndReason, CloseCode]>([
    ['ended_by_api', 1000],
    ['ended_by_client', 1000],
    ['agent_ended', 1000],
    ['max_duration', 1000],
    ['join_timeout', 1000],
    ['idle_timeout', 1000],
    ['draining', 1012],
    ['internal', 1011],
    ['disconnected', 4408],
    ['slow_consumer', 4413],
    ['handler_failed', 4500],
    ['provider_failed', 4502],
  ])('by %s is sent, and closes the socket with %i', async (reason, code) => {
    const made = virtualCall();
    made.join();
    made.session.close(reason);
    await made.clock.run(10);
    expect(made.socket.messages.at(-1)).toMatchObject({ type: 'session.ended', reason });
    expect(made.socket.closed?.code).toBe(code);
    expectNothingLeft(made);
  });

  it('waits until the client has reported how much it played', async () => {
    const made = virtualCall({ config: { first_message: 'It is seven, or a little later.' } });
    made.join();
    made.clock.schedule(() => made.session.close('ended_by_api'), 500);
    await made.clock.run(600);
    expect(made.history()).toEqual(['assistant: It is']);
    expect(made.socket.types.slice(-5)).toEqual([
      'clear',
      'agent.speech_stopped',
      'message.added',
      'agent.done',
      'session.ended',
    ]);
    expectNothingLeft(made);
  });
});

describe('a client that is gone', () => {
  it('ends the session at once, with what it had heard until then', async () => {
    const made = virtualCall({ config: { first_message: 'It is seven, or a little later.' } });
    made.join();
    made.clock.schedule(() => made.socket.emit('close'), 500);
    await made.clock.run(501);
    expect(await endOf(made)).toBe('disconnected');
    expect(made.history()).toEqual(['assistant: It is']);
    expectNothingLeft(made);
  });

  it('is gone when it answers no ping any more', async () => {
    const made = virtualCall();
    made.socket.answersPings = false;
    made.join();
    await made.clock.run(30_000);
    expect(made.socket.pings).toBe(2);
    expect(made.socket.closed?.code).toBe(4408);
    expect(await endOf(made)).toBe('disconnected');
    expectNothingLeft(made);
  });
});

describe('a client that breaks the protocol', () => {
  const faults: readonly (readonly [string, (socket: FakeSocket) => void, CloseCode, string])[] = [
    ['bad JSON', (socket) => socket.says('{"type"'), 4400, 'protocol_error'],
    ['a wrong type', (socket) => socket.says({ type: 'input.text', text: 7 }), 4400, 'protocol_error'],
    ['an odd byte', (socket) => socket.hears(new Uint8Array(641)), 4400, 'protocol_error'],
    ['text for audio', (socket) => socket.says(Buffer.alloc(640).toString()), 4400, 'protocol_error'],
    ['a report of nothing', (socket) => socket.says(finished('u9.0')), 4400, 'protocol_error'],
    ['ten times real time', (socket) => flood(socket, 51), 4429, 'input_rate'],
  ];

  it.each(faults)('by %s gets the reason, and its session ends', async (_name, breakIt, code, error) => {
    const made = virtualCall();
    made.join();
    breakIt(made.socket);
    await made.clock.run(10);
    expect(made.socket.messages.at(-1)).toMatchObject({ type: 'error', code: error, fatal: true });
    expect(made.socket.closed?.code).toBe(code);
    expect(await endOf(made)).toBe('disconnected');
    expectNothingLeft(made);
  });

  function finished(utterance_id: string): object {
    return { type: 'playback.finished', utterance_id, played_samples: 1 };
  }

  function flood(socket: FakeSocket, frames: number): void {
    for (let n = 0; n < frames; n += 1) socket.hears(new Uint8Array(3200));
  }
});

describe('a client that does not read', () => {
  const LONG = 'one two three four five six seven eight nine ten '.repeat(10).trim();

  it('gets no more than 2 s of audio ahead, and the rest when it reads again', async () => {
    const made = virtualCall({ config: { first_message: LONG } });
    made.join();
    made.socket.isStuck = true;
    await made.clock.run(8000);
    expect(made.socket.bufferedAmount).toBeGreaterThan(64_000);
    expect(made.socket.bufferedAmount).toBeLessThan(66_000);
    made.socket.isStuck = false;
    made.socket.drain();
    await made.clock.run(60_000);
    expect(made.history()).toEqual([`assistant: ${LONG}`]);
  });

  it('is closed after 10 s', async () => {
    const made = virtualCall({ config: { first_message: LONG } });
    made.join();
    made.socket.isStuck = true;
    await made.clock.run(20_000);
    expect(made.socket.closed).toEqual({
      code: 4413,
      reason: 'slow_consumer: the client reads too slowly',
    });
    expect(await endOf(made)).toBe('slow_consumer');
    expectNothingLeft(made);
  });
});

describe('hanging up', () => {
  it('closes the socket with the code that is given, and the session', async () => {
    const made = virtualCall();
    made.join();
    made.connection.hangUp(1012);
    await made.clock.run(10);
    expect(made.socket.closed).toEqual({ code: 1012, reason: 'the server is shutting down: start another session' });
    expect(await endOf(made)).toBe('disconnected');
    expectNothingLeft(made);
  });

  it('does nothing a second time', () => {
    const { join, connection, socket } = virtualCall();
    join();
    connection.hangUp(1012);
    connection.hangUp(1011);
    expect(socket.closed?.code).toBe(1012);
  });

  it('before there is a session ends it as soon as there is one', async () => {
    const made = virtualCall({ meanwhile: (connection) => connection.hangUp(1012) });
    await made.clock.run(10);
    expect(await endOf(made)).toBe('disconnected');
    expectNothingLeft(made);
  });
});

describe('a failure of our own', () => {
  it('is sent to the client without details, and reported to the server with them', async () => {
    const reported: unknown[] = [];
    const made = virtualCall({ report: (error) => reported.push(error) });
    const broken = new Error('a socket that cannot be pinged');
    made.socket.ping = () => {
      throw broken;
    };
    made.join();
    await made.clock.run(10_000);
    expect(reported).toEqual([broken]);
    expect(made.socket.messages.at(-1)).toMatchObject({
      type: 'error',
      code: 'internal',
      message: 'The server failed.',
    });
    expect(made.socket.closed?.code).toBe(1011);
    expect(await endOf(made)).toBe('internal');
    expectNothingLeft(made);
  });
});
