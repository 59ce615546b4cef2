import { describe, expect, it } from 'vitest';
import type { ServerMessage } from '../../../../src/core/protocol.ts';
import { cutOff, LONG, RETURN } from '../support/cutOff.ts';
import { FakeSocket } from '../support/fakeSocket.ts';
import { resumableCall } from '../support/resumableCall.ts';

describe('a session without its client', () => {
  it.each([
    [19_999, undefined],
    [20_000, 'disconnected'],
    [20_001, 'disconnected'],
  ])('after %i ms has ended: %s', async (ms, reason) => {
    const made = await cutOff();
    let end: string | undefined;
    void made.session.ended.then((ended) => (end = ended.reason));
    await made.clock.run(1000 + ms);
    expect(end).toBe(reason);
  });

  it.each([
    [19_980, 1],
    [20_000, 0],
  ])('is resumed after %i ms: %i', async (ms, resumes) => {
    const made = await cutOff();
    await made.clock.run(1000 + ms);
    const socket = made.back();
    await made.clock.run(1000 + ms + 50);
    expect(made.client.resumes).toBe(resumes);
    expect(socket.closed?.code).toBe(resumes === 1 ? undefined : 1000);
  });

  it.each(['max_duration', 'idle_timeout', 'ended_by_api', 'draining'] as const)(
    'ends once, at once, and with what was heard, for %s',
    async (reason) => {
      const made = await cutOff();
      const ends: string[] = [];
      void made.session.ended.then((end) => ends.push(end.reason));
      await made.clock.run(5000);
      made.session.close(reason);
      await made.clock.run(5400);
      expect(ends).toEqual([reason]);
      expect(made.history().join('')).toMatch(/^assistant: It is seven/);
      await made.clock.run(60_000);
      expect(ends).toEqual([reason]);
      expect(made.clock.pending).toBe(0);
      expect(made.ledger.open()).toEqual({});
    },
  );

  it('leaves nothing behind when nobody returns', async () => {
    const made = await cutOff();
    await made.clock.run(30_000);
    expect(made.clock.pending).toBe(0);
    expect(made.ledger.open()).toEqual({});
    expect(made.sockets[0]?.listening).toBe(0);
  });

  it('ends at once if it cannot be resumed', async () => {
    const made = await cutOff({ resumeMs: 0 });
    await made.clock.run(1001);
    expect((await made.session.ended).reason).toBe('disconnected');
  });

  it.each([
    [1000, 'ended_by_client'],
    [1005, 'ended_by_client'],
  ])('ends at once if the client has closed with %i', async (code, reason) => {
    const made = resumableCall();
    made.join();
    await made.clock.run(1000);
    made.cut({ code });
    await made.clock.run(1001);
    expect((await made.session.ended).reason).toBe(reason);
  });

  it.each([1001, 4408])('waits if the client has closed with %i', async (code) => {
    const made = resumableCall({ config: { first_message: LONG } });
    made.join();
    await made.clock.run(1000);
    made.cut({ code });
    await made.clock.run(1100);
    made.back();
    await made.clock.run(12_000);
    expect(made.history()).toEqual([`assistant: ${LONG}`]);
  });

  it('waits if the client no longer answers', async () => {
    const made = resumableCall({ config: { first_message: LONG } });
    made.join();
    const [socket] = made.sockets;
    if (socket !== undefined) socket.answersPings = false;
    await made.clock.run(1000);
    made.cut({ silently: true });
    await made.clock.run(31_000);
    expect(socket?.closed?.code).toBe(4408);
    made.back();
    await made.clock.run(45_000);
    expect(made.client.faults).toEqual([]);
    expect(made.history()).toEqual([`assistant: ${LONG}`]);
  });

  it('keeps no more than 4 s of audio in bytes of its messages, and sends no more at once than a socket may hold', async () => {
    const made = await cutOff();
    for (let n = 0; n < 20_000; n += 1) made.connection.warn(n);
    const seen: ServerMessage[] = made.client.messages.slice(-1);
    const socket = new FakeSocket();
    socket.isStuck = true;
    made.connection.resume(socket, RETURN);
    socket.says({ type: 'session.resume', last_seq: 20_000 - 1000 + (seen[0]?.seq ?? 0) });
    expect(socket.types[1]).toBe('session.draining');
    expect(socket.bufferedAmount).toBeLessThan(2 * 16_000 * 10);
    const other = new FakeSocket();
    made.connection.resume(other, RETURN);
    other.says({ type: 'session.resume', last_seq: 0 });
    expect(other.types[1]).toBe('session.snapshot');
  });
});

describe('the limits of what a client may send', () => {
  const frame = new Uint8Array(3200);

  it.each([
    [49, 1, undefined],
    [50, 1, 4429],
  ])('are those of all its sockets: after %i frames of 100 ms and a loss, %i more', async (before, after, code) => {
    const made = resumableCall();
    made.join();
    for (let n = 0; n < before; n += 1) made.sockets[0]?.hears(frame);
    made.cut();
    const socket = new FakeSocket();
    made.connection.resume(socket, RETURN);
    socket.says({ type: 'session.resume', last_seq: 0 });
    for (let n = 0; n < after; n += 1) socket.hears(frame);
    expect(socket.closed?.code).toBe(code);
  });

  it.each([
    [7, 1, undefined],
    [8, 1, 4429],
  ])('are those of all its sockets: after %i of the longest texts and a loss, %i more', async (before, after, code) => {
    const made = resumableCall();
    made.join();
    const text = { type: 'input.text', text: 'a'.repeat(8192) };
    for (let n = 0; n < before; n += 1) made.sockets[0]?.says(text);
    made.cut();
    const socket = new FakeSocket();
    made.connection.resume(socket, RETURN);
    socket.says({ type: 'session.resume', last_seq: 0 });
    for (let n = 0; n < after; n += 1) socket.says(text);
    expect(socket.closed?.code).toBe(code);
  });

  it('allow session.resume as the first message only', async () => {
    const made = resumableCall();
    made.join();
    made.sockets[0]?.says({ type: 'session.resume', last_seq: 0 });
    expect(made.sockets[0]?.closed?.code).toBe(4400);
    expect((await made.session.ended).reason).toBe('disconnected');
  });

  it('let a client that reads nothing for a minute be closed, and keep its memory bounded', async () => {
    const made = resumableCall({ config: { first_message: LONG.repeat(20) } });
    made.join();
    const [socket] = made.sockets;
    if (socket !== undefined) socket.isStuck = true;
    await made.clock.run(60_000);
    expect(socket?.closed?.code).toBe(4413);
    expect(socket?.bufferedAmount).toBeLessThan(2 * 16_000 * 3);
    expect((await made.session.ended).reason).toBe('slow_consumer');
  });
});
