// Clients of one server: `node client.mjs <url>`, started with an IPC channel. The command { sessions } runs so many sessions, 20
// at a time: each starts, and most are joined, talk, and interrupt the agent before they end in one of nine ways.
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { speech } from '../vad/speech.mjs';

const [url] = process.argv.slice(2);
const AT_A_TIME = 20;
const RATE = 16_000;
const spoken = (await speech()).subarray(0, 1.5 * RATE);
const SAID = Buffer.from(new Int16Array([...spoken, ...new Int16Array(0.7 * RATE)]).buffer);
const FRAME_BYTES = 640;

/** The ways in which a session ends. */
const WAYS = {
  'nobody joins': async ({ end }) => end(),
  'session.end': async ({ socket }) => socket.send(JSON.stringify({ type: 'session.end' })),
  'a closed socket': async ({ socket }) => socket.close(),
  'a broken connection': async ({ socket }) => socket.terminate(),
  DELETE: async ({ end }) => end(),
  'a protocol error': async ({ socket }) => socket.send(Buffer.alloc(1)),
  'too much audio': async ({ socket }) => {
    for (let n = 0; n < 600; n++) socket.send(Buffer.alloc(FRAME_BYTES));
  },
  'agent ends': undefined,
  'handler fails': async ({ end }) => end(),
};

process.on('message', ({ sessions }) => void runAll(sessions).then((counts) => process.send({ kind: 'done', counts })));
process.send('ready');

async function runAll(sessions) {
  const counts = {};
  let next = 0;
  const worker = async () => {
    while (next < sessions) {
      const way = Object.keys(WAYS)[next++ % Object.keys(WAYS).length];
      await run(way);
      counts[way] = (counts[way] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
  return counts;
}

async function run(way) {
  const { session_id, transport } = await request('POST', '/v1/sessions', { custom_data: { way } });
  const end = () => request('DELETE', `/v1/sessions/${session_id}`);
  if (way === 'nobody joins') return end();
  const socket = new WebSocket(transport.url, [transport.protocol, `antiphon.token.${transport.token}`]);
  const closed = once(socket, 'close');
  const answered = new Promise((resolve) => {
    socket.on('message', (data, isBinary) => {
      if (isBinary) return resolve();
      const message = JSON.parse(data);
      if (message.type === 'clear') answerClear(socket, message);
      if (message.type === 'agent.thought' && message.reason === 'failed') resolve();
    });
  });
  await once(socket, 'open');
  say(socket);
  await Promise.race([answered, closed]);
  if (way !== 'agent ends' && way !== 'handler fails') say(socket);
  await WAYS[way]?.({ socket, end });
  await closed;
}

function say(socket) {
  for (let at = 0; at < SAID.length; at += FRAME_BYTES) socket.send(SAID.subarray(at, at + FRAME_BYTES));
}

function answerClear(socket, { utterance_id, clear_id }) {
  if (socket.readyState !== WebSocket.OPEN) return;
  socket.send(JSON.stringify({ type: 'playback.cleared', utterance_id, clear_id, played_samples: 0 }));
}

async function request(method, path, body) {
  const headers = body === undefined ? {} : { 'content-type': 'application/json' };
  const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.status === 204 ? undefined : response.json();
}
