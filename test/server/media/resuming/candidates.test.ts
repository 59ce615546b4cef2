import { describe, expect, it } from 'vitest';
import { cutOff, LONG, RETURN } from '../support/cutOff.ts';
import { FakeSocket } from '../support/fakeSocket.ts';
import { resumableCall, type ResumableCall } from '../support/resumableCall.ts';

function stateOf({ connection }: ResumableCall): boolean | undefined {
  let isPresent: boolean | undefined;
  connection.presence.subscribe((value) => (isPresent = value)).unsubscribe();
  return isPresent;
}

describe('a socket that does not resume the session', () => {
  const faults: readonly (readonly [string, (socket: FakeSocket) => void, string])[] = [
    ['another message', (socket) => socket.says({ type: 'input.mute' }), 'the first message to be "session.resume"'],
    ['audio', (socket) => socket.hears(new Uint8Array(640)), 'the first message to be "session.resume"'],
    ['no JSON', (socket) => socket.says('{'), 'JSON'],
    ['a future message', (socket) => socket.says({ type: 'session.resume', last_seq: 99 }), '"last_seq"'],
    [
      'an utterance of its own',
      (socket) => socket.says({ type: 'session.resume', last_seq: 0, utterance_id: 'x', played_samples: 1 }),
      '"utterance_id"',
    ],
  ];
  it.each(faults)('by %s is closed with the reason, and the session waits on', async (_, breakIt, words) => {
    const made = await cutOff();
    const socket = new FakeSocket();
    made.connection.resume(socket, RETURN);
    breakIt(socket);
    expect(socket.messages).toMatchObject([{ type: 'error', code: 'protocol_error', fatal: true }]);
    expect(String(socket.frames[0])).toContain(JSON.stringify(words).slice(1, -1));
    expect(socket.closed?.code).toBe(4400);
    expect(socket.listening).toBe(0);
    made.back();
    await made.clock.run(12_000);
    expect(made.history()).toEqual([`assistant: ${LONG}`]);
  });

  it('is closed after 5 s without a message, and not before', async () => {
    const made = await cutOff();
    const socket = new FakeSocket();
    made.connection.resume(socket, RETURN);
    await made.clock.run(5999);
    expect(socket.closed).toBeNull();
    await made.clock.run(6000);
    expect(socket.closed?.code).toBe(4408);
    expect(stateOf(made)).toBe(false);
  });

  it('gives way to a newer one', async () => {
    const made = await cutOff();
    const socket = new FakeSocket();
    made.connection.resume(socket, RETURN);
    made.back();
    expect(socket.closed?.code).toBe(4409);
    await made.clock.run(12_000);
    expect(made.history()).toEqual([`assistant: ${LONG}`]);
  });

  it('does not disturb a client that is there', async () => {
    const made = resumableCall({ config: { first_message: LONG } });
    made.join();
    const socket = new FakeSocket();
    made.connection.resume(socket, RETURN);
    socket.says('nothing');
    await made.clock.run(12_000);
    expect(made.sockets[0]?.closed).toBeNull();
    expect(made.history()).toEqual([`assistant: ${LONG}`]);
  });

  it('is closed with the session', async () => {
    const made = await cutOff();
    const socket = new FakeSocket();
    made.connection.resume(socket, RETURN);
    made.session.close('ended_by_api');
    await made.clock.run(3000);
    expect(socket.closed?.code).toBe(1000);
    expect(socket.listening).toBe(0);
  });

  it.each([
    [50, 0],
    [51, 1],
  ])('of %i at once, %i is too many', async (count, refused) => {
    const made = await cutOff();
    const sockets = Array.from({ length: count }, () => new FakeSocket());
    for (const socket of sockets) made.connection.resume(socket, RETURN);
    expect(sockets.filter(({ closed }) => closed?.code === 4429)).toHaveLength(refused);
    await made.clock.run(2000);
    made.back();
    await made.clock.run(12_000);
    expect(made.history()).toEqual([`assistant: ${LONG}`]);
  });
});
