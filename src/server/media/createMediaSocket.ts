import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { WebSocket } from 'ws';
import type { MediaSocket } from './fromSocket.ts';

/** The opcode of a complete binary message, and the marker for a length in the following two bytes. */
const BINARY = 0x82;
const LENGTH_IN_TWO_BYTES = 126;

const HEADER_BYTES = 4;
/** 60 ms of audio at 48 kHz. */
const MAX_BYTES = 5760;

/**
 * The buffer for a message, with header and payload. All connections share it, because the system usually accepts a
 * message at once.
 */
let message = createMessage();
/** The part of the buffer that the last message used; most messages have the same length as the previous one. */
let written = message;

function createMessage(): Buffer {
  const buffer = Buffer.allocUnsafeSlow(HEADER_BYTES + MAX_BYTES);
  buffer[0] = BINARY;
  buffer[1] = LENGTH_IN_TWO_BYTES;
  return buffer;
}

/**
 * Creates the socket of a media connection from a WebSocket and its TCP connection. It sends an audio frame with one
 * write from a reused buffer; ws would need two buffers, several objects and a gathered write. Audio frames keep their
 * order among the other frames of ws.
 */
export function createMediaSocket(socket: WebSocket, connection: Socket): MediaSocket {
  const isPlain = socket.extensions === '' && !(connection instanceof TLSSocket);
  const canWrite = (bytes: Uint8Array): boolean =>
    isPlain &&
    socket.readyState === socket.OPEN &&
    connection.writableLength === 0 &&
    bytes.length >= LENGTH_IN_TWO_BYTES &&
    bytes.length <= MAX_BYTES;
  return {
    get bufferedAmount() {
      return socket.bufferedAmount;
    },
    send(data, left) {
      if (typeof data === 'string' || !canWrite(data)) socket.send(data, left);
      else writeBinary(connection, data, left);
    },
    ping: () => socket.ping(),
    close: (code, reason) => {
      socket.close(code, reason);
      // After a protocol violation, the client's data is ignored until the connection is dropped.
      if (code >= 4400 && code < 4500) socket.pause();
    },
    on: (...listener: Parameters<WebSocket['on']>) => socket.on(...listener),
    off: (...listener: Parameters<WebSocket['off']>) => socket.off(...listener),
  };
}

function writeBinary(connection: Socket, bytes: Uint8Array, left: () => void): void {
  message.writeUInt16BE(bytes.length, 2);
  message.set(bytes, HEADER_BYTES);
  const length = HEADER_BYTES + bytes.length;
  if (written.length !== length) written = message.subarray(0, length);
  connection.write(written, left);
  if (connection.writableLength === 0) return;
  // The connection keeps the data that it could not pass to the system.
  message = createMessage();
  written = message;
}
