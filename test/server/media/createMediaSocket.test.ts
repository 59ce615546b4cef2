import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { createMediaSocket } from '../../../src/server/media/createMediaSocket.ts';
import type { MediaSocket } from '../../../src/server/media/fromSocket.ts';

interface Pair extends AsyncDisposable {
  readonly media: MediaSocket;
  readonly server: WebSocket;
  readonly client: WebSocket;
  readonly connection: Socket;
  /** The next messages of the client. */
  receive(count: number): Promise<readonly (string | Buffer)[]>;
}

async function connect(perMessageDeflate: boolean = false): Promise<Pair> {
  const listener = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate });
  await once(listener, 'listening');
  const accepted = once(listener, 'connection') as Promise<[WebSocket, IncomingMessage]>;
  const client = new WebSocket(`ws://127.0.0.1:${(listener.address() as AddressInfo).port}`);
  const messages: (string | Buffer)[] = [];
  let onMessage = (): void => {};
  client.on('message', (data: Buffer, isBinary) => {
    messages.push(isBinary ? data : data.toString());
    onMessage();
  });
  const [[server, { socket: connection }]] = await Promise.all([accepted, once(client, 'open')]);
  const receive: Pair['receive'] = (count) =>
    new Promise((resolve) => {
      onMessage = () => messages.length >= count && resolve(messages.splice(0, count));
      onMessage();
    });
  const close = async (): Promise<void> => {
    client.terminate();
    server.terminate();
    listener.close();
    await once(listener, 'close');
  };
  return {
    media: createMediaSocket(server, connection),
    server,
    client,
    connection,
    receive,
    [Symbol.asyncDispose]: close,
  };
}

const bytes = (length: number, value: number): Buffer => Buffer.alloc(length, value);
const ignore = (): void => {};

describe('the socket of a media connection', () => {
  it.each([0, 1, 125, 126, 640, 1920, 5760, 5761, 65_535, 65_536])('sends a frame of %i bytes', async (length) => {
    await using pair = await connect();
    pair.media.send(bytes(length, 7), ignore);
    expect(await pair.receive(1)).toEqual([bytes(length, 7)]);
  });

  it('writes a frame of audio at once, and keeps its order among the messages', async () => {
    await using pair = await connect();
    const write = vi.spyOn(pair.connection, 'write');
    pair.media.send('one', ignore);
    pair.media.send(bytes(1920, 1), ignore);
    pair.media.send(bytes(1920, 2), ignore);
    pair.media.send('two', ignore);
    expect(await pair.receive(4)).toEqual(['one', bytes(1920, 1), bytes(1920, 2), 'two']);
    expect(write.mock.calls.filter(([written]) => written.length === 1924)).toHaveLength(2);
  });

  it('keeps frames that wait for a slow client, and reports when they have left', async () => {
    await using pair = await connect();
    const count = 4000;
    let left = 0;
    pair.client.pause();
    for (let at = 0; at < count; at++) pair.media.send(bytes(3840, at % 251), () => left++);
    expect(pair.media.bufferedAmount).toBeGreaterThan(0);
    expect(left).toBeLessThan(count);
    pair.client.resume();
    const received = (await pair.receive(count)) as readonly Buffer[];
    expect(received.findIndex((frame, at) => !frame.equals(bytes(3840, at % 251)))).toBe(-1);
    expect([left, pair.media.bufferedAmount]).toEqual([count, 0]);
  });

  it('leaves frames to ws if the client has agreed on compression', async () => {
    await using pair = await connect(true);
    expect(pair.server.extensions).not.toBe('');
    pair.media.send('one', ignore);
    pair.media.send(bytes(1920, 1), ignore);
    expect(await pair.receive(2)).toEqual(['one', bytes(1920, 1)]);
  });

  it.each([
    [1000, 1],
    [4400, 0],
    [4499, 0],
    [4500, 1],
  ])('closed with %i, reads %i message of a client that goes on sending', async (code, count) => {
    await using pair = await connect();
    let read = 0;
    pair.server.on('message', () => (read += 1));
    // The client does not see that it is closed.
    pair.client.pause();
    pair.media.close(code, 'over');
    await new Promise((resolve) => pair.client.send('late', resolve));
    // A further connection, and its messages, come after what was sent.
    await using later = await connect();
    later.media.send('one', ignore);
    await later.receive(1);
    expect(read).toBe(count);
  });

  it('sends nothing on a connection that is closed', async () => {
    await using pair = await connect();
    const write = vi.spyOn(pair.connection, 'write');
    pair.media.close(1000, 'over');
    const left = new Promise<void>((resolve) => pair.media.send(bytes(1920, 1), resolve));
    await Promise.all([left, once(pair.client, 'close')]);
    expect(write.mock.calls.filter(([written]) => written.length >= 1920)).toEqual([]);
  });
});
