import { onTestFinished } from 'vitest';
import { untilClosed } from '../../support/untilClosed.ts';
import { dial, findCloseCode, receive } from './rawSocket.ts';

/** What a server answered: the status of the first response and its problem code, or null. */
export interface Answer {
  readonly status: number | null;
  readonly code: string | null;
}

/**
 * Sends bytes over a connection of their own, and resolves with the answer when the server has closed it. A client that `waits`
 * for its answer does not close the connection after the bytes, which Node takes for a client that has left.
 */
export async function exchange(at: URL, bytes: Buffer, waits: boolean = false): Promise<Answer> {
  const text = (await send(at, bytes, waits)).toString('latin1');
  const status = /^HTTP\/1\.1 (\d{3})/u.exec(text)?.[1];
  return { status: status === undefined ? null : Number(status), code: /"code":"(\w+)"/u.exec(text)?.[1] ?? null };
}

/** Opens a WebSocket with a handshake, sends bytes, and resolves with the close code of the server; null if there is none. */
export async function closeCodeAfter(at: URL, handshake: string, bytes: Buffer): Promise<number | null> {
  const received = await send(at, Buffer.concat([Buffer.from(handshake, 'latin1'), bytes]), true);
  const text = received.toString('latin1');
  if (!text.startsWith('HTTP/1.1 101')) throw new Error(text);
  return findCloseCode(received);
}

/** Sends bytes over a connection of their own, and resolves with all that came when the server has closed it. */
async function send(at: URL, bytes: Buffer, waits: boolean): Promise<Buffer> {
  const socket = await dial(at);
  onTestFinished(() => void socket.destroy());
  const received = receive(socket);
  const closed = untilClosed(socket);
  if (waits) socket.write(bytes);
  else socket.end(bytes);
  await closed;
  return received();
}
