// The clients: each sends 50 frames of speech with pauses a second, keeps what the server says of it, and comes back when its connection is lost.
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { speech } from '../vad/speech.mjs';

const FRAME = 320;
const FRAME_MS = 20;
const SILENCE = new Int16Array(FRAME);
const RETRY_MS = 100;
const GIVE_UP_MS = 20_000;
/** After these the session waits for its client. */
const RESUMABLE = [1001, 1006, 4408];

const audio = await speech();
const calls = new Set();
pace();

/** Starts a session at a node. */
export async function start({ url }) {
  const response = await fetch(`${url}/v1/sessions`, { method: 'POST' });
  const body = await response.json();
  if (!response.ok) throw new Error(JSON.stringify(body));
  return body;
}

/** Ends a session over the node that it names. */
export async function endSession({ session_id, transport }) {
  await fetch(`http://${new URL(transport.url).host}/v1/sessions/${session_id}`, { method: 'DELETE' });
}

/** Joins a session. `nodes`: where its client comes back to. */
export async function join(session, nodes) {
  const { url, token } = session.transport;
  const call = {
    session,
    nodes,
    url,
    token,
    socket: undefined,
    seq: -1,
    at: Math.floor(Math.random() * audio.length),
    dueAt: performance.now(),
    /** What the user has said, as the server has confirmed it. */
    said: [],
    text: '',
    /** When it lost its connection, and had it back. */
    losses: [],
    ended: undefined,
    isOver: false,
    /** It does not speak: its user waits for an answer. */
    isQuiet: false,
  };
  await new Promise((resolve, reject) => {
    connect(call, url, token).once('open', resolve).once('error', reject);
  });
  calls.add(call);
  return call;
}

/** Asks the agent for all that the user has said. Resolves with its answer, or with undefined after `patienceMs`. */
export async function recite(call, patienceMs = 10_000) {
  const until = performance.now() + patienceMs;
  call.isQuiet = true;
  while (performance.now() < until && call.ended === undefined) {
    if (call.socket.readyState !== WebSocket.OPEN) {
      await sleep(10);
      continue;
    }
    const { socket } = call;
    call.text = '';
    send(call, { type: 'input.text', text: 'recite' });
    // Asking again would cut the answer: only another connection is asked again.
    while (performance.now() < until && call.socket === socket && socket.readyState === WebSocket.OPEN) {
      if (call.text.includes(', done.')) return call.text;
      await sleep(10);
    }
  }
  return undefined;
}

export function hangUp(call) {
  call.isOver = true;
  calls.delete(call);
  send(call, { type: 'session.end' });
}

function send({ socket }, message) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function connect(call, url, token) {
  const socket = new WebSocket(url, ['antiphon.v1', `antiphon.token.${token}`], { followRedirects: true });
  if (call.socket === undefined) call.socket = socket;
  socket.on('message', (data, isBinary) => isBinary || receive(call, socket, JSON.parse(data)));
  socket.on('error', () => undefined);
  socket.on('close', (code) => {
    if (call.socket !== socket || call.isOver) return;
    if (!RESUMABLE.includes(code)) return void (call.ended ??= `closed with ${code}`);
    call.losses.push({ at: performance.now(), back: undefined });
    void comeBack(call);
  });
  return socket;
}

function receive(call, socket, message) {
  if (message.type === 'session.started' || message.type === 'session.resumed') {
    call.socket = socket;
    call.token = message.resume_token ?? call.token;
  }
  if (message.seq > call.seq || message.type === 'session.resumed' || message.type === 'session.snapshot')
    call.seq = message.seq;
  if (message.type === 'agent.text') call.text += message.delta;
  if (message.type === 'message.added' && message.message.role === 'user')
    call.said.push({ at: performance.now(), words: message.message.content });
  if (message.type === 'session.ended' && !call.isOver) call.ended = message.reason;
}

/** Tries the last address, and then that of each node. */
async function comeBack(call) {
  const loss = call.losses.at(-1);
  for (let n = 0; performance.now() < loss.at + GIVE_UP_MS; n += 1) {
    const path = `/v1/sessions/${call.session.session_id}/media`;
    const places = [call.url, ...call.nodes.map(({ url }) => url.replace('http', 'ws') + path)];
    const socket = connect(call, places[n % places.length], call.token);
    const isOpen = await settled(socket);
    if (isOpen) {
      const answer = new Promise((resolve) =>
        socket.once('message', () => resolve(true)).once('close', () => resolve(false)),
      );
      socket.send(JSON.stringify({ type: 'session.resume', last_seq: call.seq }));
      if (await answer) {
        call.url = socket.url;
        loss.back = performance.now();
        return;
      }
    }
    await sleep(RETRY_MS);
  }
  call.ended ??= 'it could not come back';
}

function settled(socket) {
  return new Promise((resolve) => {
    const late = setTimeout(() => socket.terminate(), 2000);
    const end = (isOpen) => {
      clearTimeout(late);
      resolve(isOpen);
    };
    socket.once('open', () => end(true)).once('close', () => end(false));
  });
}

/** Absolute deadlines. What this process was too late for by a second is left out: the server takes no more. */
function pace() {
  const now = performance.now();
  for (const call of calls) if (call.dueAt < now - 1000) call.dueAt = now;
  for (const call of calls) for (; call.dueAt <= now; call.dueAt += FRAME_MS) sendFrame(call);
  setTimeout(pace, 2).unref();
}

function sendFrame(call) {
  if (call.at + FRAME > audio.length) call.at = 0;
  const frame = call.isQuiet ? SILENCE : audio.subarray(call.at, call.at + FRAME);
  call.at += FRAME;
  if (call.socket?.readyState === WebSocket.OPEN) call.socket.send(frame);
}
