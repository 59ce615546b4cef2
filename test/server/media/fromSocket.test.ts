import { describe, expect, it } from 'vitest';
import { fromSocket, type SocketEvent } from '../../../src/server/media/fromSocket.ts';
import { FakeSocket } from './support/fakeSocket.ts';

describe('fromSocket', () => {
  it('emits events from the moment of subscribing, and completes when the socket is closed', () => {
    const socket = new FakeSocket();
    const seen: (SocketEvent | 'closed')[] = [];
    fromSocket(socket).subscribe({ next: (event) => seen.push(event), complete: () => seen.push('closed') });
    socket.says('grüß dich');
    socket.hears(new Uint8Array([1, 2]));
    socket.emit('pong');
    socket.emit('close');
    expect(seen).toEqual([
      { kind: 'text', text: 'grüß dich' },
      { kind: 'binary', bytes: Buffer.from([1, 2]) },
      { kind: 'pong' },
      { kind: 'closed', cause: 'lost' },
      'closed',
    ]);
    expect(socket.listening).toBe(0);
  });

  it.each([
    [1000, 'left'],
    [1005, 'left'],
    [1001, 'lost'],
    [1006, 'lost'],
    [4408, 'lost'],
  ])('takes a socket that is closed with %i as %s', (code, cause) => {
    const socket = new FakeSocket();
    const seen: SocketEvent[] = [];
    fromSocket(socket).subscribe((event) => seen.push(event));
    socket.emit('close', code);
    expect(seen).toEqual([{ kind: 'closed', cause }]);
  });

  it('takes a socket that has failed before it was closed as broken', () => {
    const socket = new FakeSocket();
    const seen: SocketEvent[] = [];
    fromSocket(socket).subscribe((event) => seen.push(event));
    socket.emit('error', new Error('Invalid WebSocket frame'));
    socket.emit('close', 1006);
    expect(seen).toEqual([{ kind: 'closed', cause: 'broken' }]);
  });

  it('accepts messages in every form of ws', () => {
    const socket = new FakeSocket();
    const seen: SocketEvent[] = [];
    fromSocket(socket).subscribe((event) => seen.push(event));
    socket.emit('message', [Buffer.from([1]), Buffer.from([2])], true);
    socket.emit('message', new Uint8Array([3, 4]).buffer, true);
    expect(seen).toEqual([
      { kind: 'binary', bytes: Buffer.from([1, 2]) },
      { kind: 'binary', bytes: Buffer.from([3, 4]) },
    ]);
  });

  it('removes its listeners when unsubscribed, and leaves the socket open', () => {
    const socket = new FakeSocket();
    const listening = fromSocket(socket).subscribe();
    expect(socket.listening).toBe(3);
    listening.unsubscribe();
    expect(socket.listening).toBe(0);
    expect(socket.closed).toBeNull();
  });

  it('survives a socket that fails, also later', () => {
    const socket = new FakeSocket();
    fromSocket(socket).subscribe().unsubscribe();
    expect(() => socket.emit('error', new Error('ECONNRESET'))).not.toThrow();
  });
});
