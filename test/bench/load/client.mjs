// All clients, in a process of their own: each sends 50 frames of speech with pauses a second, and notes how late what it is
// sent comes. `node client.mjs <url> <sessions> <frame ms> <conversation>`, started with an IPC channel. A conversation, as
// JSON, has the `pauses` after the sentences, in s, and the `speed` at which the agent's audio is made; its clients report
// what they have played.
import { performance } from 'node:perf_hooks';
import { WebSocket } from 'ws';
import { speech } from '../vad/speech.mjs';
import { createPlayback } from './playback.mjs';

const [url, count, frameMs = '40', conversation = 'null'] = process.argv.slice(2);
const { pauses, speed = Number.POSITIVE_INFINITY } = JSON.parse(conversation) ?? {};
const FRAME = 320;
const FRAME_MS = 20;
const LEAD_MS = 200;
/** A server of an earlier commit sends 20 ms and refuses the field. */
const REQUEST = frameMs === '20' ? '{}' : JSON.stringify({ transport: createTransport(Number(frameMs)) });
/** The agent must have begun to talk before the user does. */
const QUIET_FRAMES = 100;

const audio = await speech(pauses && { pauses });
const sessions = [];
let measuring = false;
for (let n = 0; n < Number(count); n++) sessions.push(await join());
pace();

process.on('message', (command) => {
  if (command === 'begin') measuring = true;
  if (command === 'report') process.send(report());
  if (command === 'replace') void replace(Math.ceil(sessions.length / 10)).then(() => process.send('replaced'));
  if (command === 'end') {
    for (const { socket } of sessions) socket.close();
    process.disconnect();
    process.exit();
  }
});
process.send('ready');

function createTransport(frame_ms) {
  const output = { encoding: 'pcm_s16le', sample_rate: 24_000, frame_ms };
  return { type: 'websocket', protocol: 'antiphon.v1', audio: { output } };
}

/** Ends the oldest sessions and joins as many new ones. */
async function replace(count) {
  for (const { socket } of sessions.splice(0, count)) socket.close();
  for (let n = 0; n < count; n++) sessions.push(await join());
}

async function join() {
  const response = await fetch(`${url}/v1/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: REQUEST,
  });
  if (!response.ok) throw new Error(await response.text());
  const { transport } = await response.json();
  const socket = new WebSocket(transport.url, [transport.protocol, `antiphon.token.${transport.token}`]);
  const session = {
    socket,
    at: Math.floor(Math.random() * audio.length),
    sent: 0,
    dueAt: performance.now() + Math.random() * FRAME_MS,
    beganAt: 0,
    /** When the audio so far is played. */
    playedAt: 0,
    playback: pauses && createPlayback((message) => socket.send(JSON.stringify(message))),
    rate: 0,
    late: [],
    ended: undefined,
  };
  socket.on('message', (data, isBinary) => (isBinary ? received(session, data) : told(session, JSON.parse(data))));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return session;
}

function told(session, message) {
  session.playback?.receive(message);
  if (message.type === 'audio.start') Object.assign(session, { rate: message.sample_rate, beganAt: 0 });
  if (message.type === 'session.ended') session.ended = message.reason;
}

/**
 * A frame is due the lead before it is played, or when it is made; playing begins with the first. A client that has run out of
 * audio is a frame of more than the lead late, and begins anew.
 */
function received(session, data) {
  const now = performance.now();
  if (session.beganAt === 0) session.beganAt = session.playedAt = now;
  const lengthMs = (data.length / 2 / session.rate) * 1000;
  const madeAt = session.beganAt + (session.playedAt + lengthMs - session.beganAt) / speed;
  const dueAt = Math.max(session.beganAt, madeAt, session.playedAt - LEAD_MS);
  if (measuring) session.late.push(now - dueAt);
  if (now > session.playedAt) session.beganAt = session.playedAt = now;
  session.playedAt += lengthMs;
  session.playback?.receiveAudio(data.length / 2);
}

/** Absolute deadlines, each session at a phase of its own. */
function pace() {
  const now = performance.now();
  for (const session of sessions) for (; session.dueAt <= now; session.dueAt += FRAME_MS) send(session);
  for (const { playback } of sessions) playback?.report(now);
  setTimeout(pace, 2);
}

function send(session) {
  session.sent += 1;
  if (session.at + FRAME > audio.length) session.at = 0;
  const frame = session.sent < QUIET_FRAMES ? new Int16Array(FRAME) : audio.subarray(session.at, session.at + FRAME);
  session.at += FRAME;
  session.socket.send(frame);
}

function report() {
  const late = sessions.flatMap((session) => session.late).sort((a, b) => a - b);
  const ended = sessions.map((session) => session.ended).filter(Boolean);
  return {
    frames: late.length,
    lateP99Ms: late[Math.floor(0.99 * (late.length - 1))],
    lateMaxMs: late.at(-1),
    ended,
  };
}
