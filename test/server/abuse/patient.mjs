/**
 * A worker that joins a session, waits until it is told to, and sends frames of audio at once: each consists of its own number.
 * Says in `cells` when the system has taken them all: [go, sent].
 */
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { WebSocket } from 'ws';

const { url, protocols, cells, frames, samples } = workerData;
const socket = new WebSocket(url, protocols);
await once(socket, 'open');
socket.on('close', (code) => parentPort.postMessage({ code }));
parentPort.postMessage('open');
Atomics.wait(cells, 0, 0);
for (let n = 1; n < frames; n += 1) socket.send(new Int16Array(samples).fill(n));
socket.send(new Int16Array(samples).fill(frames), () => {
  Atomics.store(cells, 1, 1);
  Atomics.notify(cells, 1);
});
