import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Connects to a server; the connection may be reset. */
export async function dial(at: URL): Promise<Socket> {
  const socket = connect(Number(at.port), at.hostname);
  // A server that refuses may reset the connection.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Returns a function that returns all that was received since. */
export function receive(socket: Socket): () => Buffer {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks);
}

/** Finds the close code in what a server has sent since the handshake; 1005 if its close frame has none. */
export function findCloseCode(received: Buffer): number | null {
  const head = received.indexOf('\r\n\r\n');
  const bytes = received.subarray(head < 0 ? received.length : head + 4);
  for (let at = 0; at + 2 <= bytes.length; ) {
    // Frames of a server are not masked.
    const [opcode, short] = [(bytes[at] ?? 0) & 0xf, bytes[at + 1] ?? 0];
    const [size, length] = short < 126 ? [2, short] : [4, bytes.readUInt16BE(at + 2)];
    if (opcode === 0x8) return length < 2 ? 1005 : bytes.readUInt16BE(at + size);
    at += size + length;
  }
  return null;
}
