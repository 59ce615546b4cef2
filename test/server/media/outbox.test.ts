import { describe, expect, it } from 'vitest';
import type { ServerMessageBody } from '../../../src/core/protocol.ts';
import { antiphonV1 } from '../../../src/server/protocols/antiphonV1.ts';
import { createOutbox, type Outbox } from '../../../src/server/media/outbox.ts';
import { audioFormats } from './support/call.ts';
import { FakeSocket } from './support/fakeSocket.ts';

const started: ServerMessageBody = { type: 'session.started', session_id: 'ses_1', audio: audioFormats() };
const pong = (t: number): ServerMessageBody => ({ type: 'pong', t });

function sending(): {
  outbox: Outbox;
  socket: FakeSocket;
  waiting: number[];
  failed: unknown[];
  at: (ms: number) => void;
} {
  const waiting: number[] = [];
  let now = 0;
  const failed: unknown[] = [];
  const { encode } = antiphonV1.createCodec(audioFormats(), { allowsInterruptions: true });
  const outbox = createOutbox({
    encode,
    time: () => now,
    onBacklog: (bytes) => waiting.push(bytes),
    report: (error) => failed.push(error),
  });
  const at = (ms: number): void => {
    now = ms;
  };
  return { outbox, socket: new FakeSocket(), waiting, failed, at };
}

describe('an outbox', () => {
  it('numbers messages without a gap, with the session time in whole ms', () => {
    const { outbox, socket, at } = sending();
    outbox.open(socket, started);
    at(10.4);
    outbox.send(pong(1));
    outbox.sendAudio(new Int16Array(2));
    at(20.6);
    outbox.send(pong(2));
    expect(socket.messages).toEqual([
      { ...started, seq: 0, t_ms: 0 },
      { ...pong(1), seq: 1, t_ms: 10 },
      { ...pong(2), seq: 2, t_ms: 21 },
    ]);
  });

  it('knows what waits in the socket, and the frames that came without one', () => {
    const { outbox, socket } = sending();
    outbox.sendAudio(new Int16Array(2));
    expect(outbox.buffered()).toEqual({ bytes: 0, droppedFrames: 1 });
    outbox.open(socket, started);
    socket.bufferedAmount = 640;
    outbox.sendAudio(new Int16Array(2));
    expect(outbox.buffered()).toEqual({ bytes: 640, droppedFrames: 1 });
    outbox.close(1000);
    outbox.sendAudio(new Int16Array(2));
    expect(outbox.buffered()).toEqual({ bytes: 0, droppedFrames: 2 });
  });

  it('keeps messages until the client has joined, and sends them right after the first', () => {
    const { outbox, socket, at } = sending();
    outbox.send(pong(1));
    outbox.send(pong(2));
    at(500);
    outbox.open(socket, started);
    expect(socket.messages.map(({ type, seq, t_ms }) => [type, seq, t_ms])).toEqual([
      ['session.started', 0, 500],
      ['pong', 1, 500],
      ['pong', 2, 500],
    ]);
  });

  it('drops messages that are not serialisable, without a gap', () => {
    const { outbox, socket, failed } = sending();
    const metrics = { type: 'metrics', turn: 0, heard: true, total_ms: 1, parts_ms: {}, usage: { tokens: 10n } };
    outbox.send(metrics as never);
    outbox.open(socket, started);
    outbox.send(metrics as never);
    outbox.send(pong(1));
    expect(socket.messages.map(({ type, seq }) => [type, seq])).toEqual([
      ['session.started', 0],
      ['pong', 1],
    ]);
    expect(failed).toHaveLength(2);
  });

  it('does not throw when the socket does', () => {
    const { outbox, socket, failed } = sending();
    const refuse = (): never => {
      throw new Error('the socket is gone');
    };
    outbox.open(Object.assign(socket, { send: refuse, close: refuse }), started);
    outbox.send(pong(1));
    outbox.sendAudio(new Int16Array(2));
    outbox.close(1000);
    expect(failed).toHaveLength(4);
  });

  it('keeps the latest 256 messages', () => {
    const { outbox, socket } = sending();
    for (let t = 0; t < 300; t += 1) outbox.send(pong(t));
    outbox.open(socket, started);
    expect(socket.messages).toHaveLength(257);
    expect(socket.messages[1]).toMatchObject(pong(44));
  });

  it('sends audio unchanged, and none before the client has joined', () => {
    const { outbox, socket } = sending();
    outbox.sendAudio(new Int16Array([9]));
    outbox.open(socket, started);
    outbox.sendAudio(new Int16Array([0, 0x1234, -2]).subarray(1));
    expect(socket.frames.slice(1).map((frame) => [...(frame as Uint8Array)])).toEqual([[0x34, 0x12, 0xfe, 0xff]]);
  });

  it('reports the backlog after every send and whenever data has left', () => {
    const { outbox, socket, waiting } = sending();
    socket.isStuck = true;
    outbox.open(socket, pong(1));
    const greeting = socket.bufferedAmount;
    outbox.sendAudio(new Int16Array(160));
    socket.drain(1);
    socket.drain(1);
    expect(waiting).toEqual([greeting, greeting + 320, 320, 0]);
  });

  it('reports the backlog after all kept messages are sent', () => {
    const { outbox, socket, waiting } = sending();
    socket.isStuck = true;
    outbox.send(pong(1));
    outbox.send(pong(2));
    outbox.open(socket, started);
    expect(waiting).toEqual([socket.bufferedAmount]);
  });

  it('sends nothing once it is closed', () => {
    const { outbox, socket } = sending();
    outbox.open(socket, started);
    outbox.close(4400);
    outbox.send(pong(1));
    outbox.sendAudio(new Int16Array(160));
    expect(socket.frames).toHaveLength(1);
    expect(socket.closed).toEqual({
      code: 4400,
      reason: 'protocol_error: the client sent an invalid message',
    });
  });
});
