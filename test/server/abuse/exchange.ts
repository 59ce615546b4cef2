import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

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
  const socket = await dial(at);
  const received = receive(socket);
  if (waits) socket.write(bytes);
  else socket.end(bytes);
  await once(socket, 'close');
  const text = received().toString('latin1');
  const status = /^HTTP\/1\.1 (\d{3})/u.exec(text)?.[1];
  return { status: status === undefined ? null : Number(status), code: /"code":"(\w+)"/u.exec(text)?.[1] ?? null };
}

/** Opens a WebSocket with a handshake, sends bytes, and resolves with the close code of the server; null if there is none. */
export async function closeCodeAfter(at: URL, handshake: string, bytes: Buffer): Promise<number | null> {
  const socket = await dial(at);
  const received = receive(socket);
  const closed = once(socket, 'close');
  socket.write(Buffer.concat([Buffer.from(handshake, 'latin1'), bytes]));
  await closed;
  const all = received();
  const head = all.indexOf('\r\n\r\n');
  if (!all.toString('latin1').startsWith('HTTP/1.1 101')) throw new Error(all.toString('latin1'));
  return findCloseCode(all.subarray(head + 4));
}

async function dial(at: URL): Promise<Socket> {
  const socket = connect(Number(at.port), at.hostname);
  onTestFinished(() => void socket.destroy());
  // A server that refuses may reset the connection.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

function receive(socket: Socket): () => Buffer {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks);
}

/** Frames of a server are not masked. */
function findCloseCode(bytes: Buffer): number | null {
  let at = 0;
  while (at + 2 <= bytes.length) {
    const [opcode, short] = [(bytes[at] ?? 0) & 0xf, bytes[at + 1] ?? 0];
    const head = short < 126 ? 2 : 4;
    const length = short < 126 ? short : bytes.readUInt16BE(at + 2);
    if (opcode === 0x8) return length < 2 ? 1005 : bytes.readUInt16BE(at + head);
    at += head + length;
  }
  return null;
}
