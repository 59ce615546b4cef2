// The telephones, and their carrier: each sends 50 frames of speech with pauses a second in mu-law, and presses keys. When its WebSocket is lost, the carrier asks
// what follows, as it was told.
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { AUTH_TOKEN, PUBLIC_URL } from './access.mjs';
import { speech } from '../vad/speech.mjs';

const FRAME = 160;
const FRAME_MS = 20;
const PRESS_MS = 2500;
const GIVE_UP_MS = 20_000;

const audio = toMulaw(await speech());
const lines = new Set();
pace();

/** Makes a call, over a node. */
export async function dial(node) {
  const call = { sid: `CA${Math.random()}` };
  const answer = await ask(node, `${PUBLIC_URL}/v1/twilio/voice`, call);
  const line = {
    ...call,
    session: new URL(answer.redirect).searchParams.get('session'),
    answer,
    socket: undefined,
    at: Math.floor(Math.random() * audio.length),
    sentMs: 0,
    dueAt: performance.now(),
    pressAt: performance.now() + Math.random() * PRESS_MS,
    /** The keys that were pressed. */
    pressed: [],
    /** When it lost its WebSocket, and on how many nodes it was asked until it had another one. */
    losses: [],
    /** The node of its WebSocket. */
    host: undefined,
    isOver: false,
  };
  await connect(line);
  lines.add(line);
  return line;
}

/** Presses keys that no other turn has. Returns them. */
export function press(line) {
  const keys = `${Math.random()}`.slice(2, 10);
  for (const digit of `${keys}#`) send(line, 'dtmf', { dtmf: { track: 'inbound_track', digit } });
  line.pressed.push({ at: performance.now(), keys });
  return keys;
}

/** The carrier asks what follows until the call has a WebSocket again. Resolves with whether it has, in the same session. */
export async function comeBack(line, nodes) {
  let { redirect } = line.answer;
  for (let n = 0; performance.now() < line.losses.at(-1) + GIVE_UP_MS; n += 1) {
    const answer = await ask(nodes[n % nodes.length], redirect, line);
    if (answer.stream !== undefined) {
      line.answer = answer;
      await connect(line);
      return new URL(answer.redirect).searchParams.get('session') === line.session;
    }
    if (answer.redirect === undefined) return false;
    ({ redirect } = answer);
  }
  return false;
}

export function hangUp(line) {
  line.isOver = true;
  lines.delete(line);
  send(line, 'stop', { stop: { accountSid: 'AC1', callSid: line.sid } });
}

/** Resolves when a line has lost its WebSocket. */
export async function untilLost(line) {
  while (line.losses.length === 0) await sleep(10);
}

async function ask({ url }, address, { sid }) {
  const body = new URLSearchParams({ CallSid: sid, AccountSid: 'AC1', From: '+15550001', To: '+15550002' });
  const headers = { 'x-twilio-signature': sign(address, body) };
  const response = await fetch(url + address.slice(PUBLIC_URL.length), { method: 'POST', headers, body });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  const read = (pattern) => pattern.exec(text)?.[1]?.replaceAll('&amp;', '&');
  return { stream: read(/<Stream url="([^"]+)"/u), redirect: read(/<Redirect method="POST">([^<]+)</u) };
}

async function connect(line) {
  const { stream } = line.answer;
  const socket = new WebSocket(stream, { headers: { 'x-twilio-signature': sign(stream, new URLSearchParams()) } });
  socket.on('error', () => undefined);
  socket.on('message', (data) => {
    const { event, mark } = JSON.parse(data);
    if (event === 'mark') send(line, 'mark', { mark });
  });
  await once(socket, 'open');
  line.socket = socket;
  line.host = new URL(stream).host;
  socket.on('close', () => {
    if (line.socket === socket && !line.isOver) line.losses.push(performance.now());
  });
  const mediaFormat = { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 };
  socket.send(JSON.stringify({ event: 'connected', protocol: 'Call', version: '1.0.0' }));
  line.sentMs = 0;
  send(line, 'start', { start: { callSid: line.sid, streamSid: 'MZ1', tracks: ['inbound'], mediaFormat } });
}

function send({ socket }, event, fields) {
  if (socket?.readyState !== WebSocket.OPEN) return;
  socket.send(JSON.stringify({ event, streamSid: 'MZ1', sequenceNumber: '1', ...fields }));
}

function sign(url, fields) {
  const text =
    url +
    [...fields]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flat()
      .join('');
  return createHmac('sha1', AUTH_TOKEN).update(text).digest('base64');
}

/** Absolute deadlines. */
function pace() {
  const now = performance.now();
  for (const line of lines) {
    if (line.dueAt < now - 1000) line.dueAt = now;
    for (; line.dueAt <= now; line.dueAt += FRAME_MS) sendFrame(line);
    if (line.pressAt > now) continue;
    line.pressAt = now + PRESS_MS;
    press(line);
  }
  setTimeout(pace, 2).unref();
}

function sendFrame(line) {
  if (line.at + FRAME > audio.length) line.at = 0;
  const payload = audio.subarray(line.at, line.at + FRAME).toString('base64');
  line.at += FRAME;
  send(line, 'media', { media: { track: 'inbound', chunk: '1', timestamp: `${line.sentMs}`, payload } });
  line.sentMs += FRAME_MS;
}

/** G.711 of every other sample: speech at 16 kHz becomes audio at 8 kHz. */
function toMulaw(samples) {
  const bytes = Buffer.alloc(Math.floor(samples.length / 2));
  for (let n = 0; n < bytes.length; n += 1) bytes[n] = encodeMulaw(samples[2 * n]);
  return bytes;
}

function encodeMulaw(sample) {
  const sign8 = sample < 0 ? 0x80 : 0;
  const magnitude = Math.min(Math.abs(sample), 32_635) + 132;
  const exponent = 31 - Math.clz32(magnitude) - 7;
  return ~(sign8 | (exponent << 4) | ((magnitude >> (exponent + 3)) & 0x0f)) & 0xff;
}
