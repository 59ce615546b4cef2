/**
 * A worker that joins a session over a raw socket, sends `first`, and repeats a piece of bytes as fast as the server takes it,
 * until the server has closed the connection or everything is sent. Posts 'open', and at the end the close code that it was told.
 */
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

const { port, path, protocols, first, hex, times } = workerData;
const piece = Buffer.from(hex, 'hex');
const many = Math.max(1, Math.floor(65_536 / piece.length));
const block = Buffer.concat(Array.from({ length: many }, () => piece));

const socket = connect(port, '127.0.0.1');
let received = Buffer.alloc(0);
let isOpen = false;
let left = Math.ceil(times / many);
let code = null;

socket.write(
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n` +
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nSec-WebSocket-Protocol: ${protocols.join(', ')}\r\n\r\n`,
);
socket.on('data', (chunk) => {
  received = Buffer.concat([received, chunk]);
  if (!isOpen) open();
  if (isOpen) readFrames();
});
socket.on('error', () => {});
socket.on('close', () => parentPort.postMessage({ code }));

function open() {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return;
  if (!received.toString('latin1').startsWith('HTTP/1.1 101')) return socket.destroy();
  received = received.subarray(end + 4);
  isOpen = true;
  parentPort.postMessage('open');
  socket.write(Buffer.from(first, 'hex'));
  pour();
}

function pour() {
  while (left > 0 && code === null) {
    left -= 1;
    if (!socket.write(block)) return socket.once('drain', () => setImmediate(pour));
  }
  if (left === 0 && code === null) socket.end();
}

/** Frames of a server are not masked. */
function readFrames() {
  for (;;) {
    if (received.length < 2) return;
    const short = received[1];
    const head = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (received.length < head) return;
    const length = short < 126 ? short : short === 126 ? received.readUInt16BE(2) : Number(received.readBigUInt64BE(2));
    if (received.length < head + length) return;
    if (received[0] === 0x88) {
      code = length >= 2 ? received.readUInt16BE(head) : 1005;
      socket.end();
    }
    received = received.subarray(head + length);
  }
}
