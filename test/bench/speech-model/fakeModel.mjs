// A service with OpenAI's realtime API, in a process of its own: it answers each request with speech at four times real time,
// with its text in between. `node fakeModel.mjs <reply, s> <first audio after, ms>`, started with an IPC channel.
import { performance } from 'node:perf_hooks';
import { WebSocketServer } from 'ws';

const [replySeconds, firstAudioMs] = process.argv.slice(2).map(Number);
const RATE = 24_000;
const DELTA_MS = 100;
const SPEED = 4;
const STEP_MS = DELTA_MS / SPEED;
const WORDS_MS = 300;
const DELTAS_PER_WORD = 3;
const AUDIO = createAudio();

const running = new Set();
let counts = createCounts();
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
server.on('connection', converse);
server.on('listening', () => process.send({ url: `http://127.0.0.1:${server.address().port}` }));
pace();

process.on('message', (command) => {
  if (command === 'begin') counts = createCounts();
  if (command === 'report') process.send(counts);
  if (command === 'end') process.exit();
});
process.on('disconnect', () => process.exit());

function createCounts() {
  return { responses: 0, interrupted: 0, secondsIn: 0, secondsOut: 0 };
}

/** A tone, as Base64. */
function createAudio() {
  const samples = Int16Array.from({ length: (RATE * DELTA_MS) / 1000 }, (_, n) => 3000 * Math.sin((n * Math.PI) / 55));
  return Buffer.from(samples.buffer).toString('base64');
}

function converse(socket) {
  let items = 0;
  let response = null;
  const send = (message) => socket.send(JSON.stringify(message));
  const receive = {
    'session.update': ({ session }) => send({ type: 'session.updated', session }),
    'input_audio_buffer.append': ({ audio }) => (counts.secondsIn += (audio.length * 3) / 4 / 2 / RATE),
    'input_audio_buffer.commit': () => {
      const item_id = `user_${(items += 1)}`;
      const type = 'conversation.item.input_audio_transcription.completed';
      send({ type: 'input_audio_buffer.committed', item_id, previous_item_id: null });
      setTimeout(() => send({ type, item_id, content_index: 0, transcript: 'a table for two please' }), WORDS_MS);
    },
    'response.create': () => {
      response = createResponse(send, (items += 1));
      running.add(response);
      counts.responses += 1;
    },
    'response.cancel': () => response?.end('cancelled'),
    'conversation.item.truncate': () => (counts.interrupted += 1),
  };
  socket.on('message', (data) => {
    const message = JSON.parse(data);
    receive[message.type]?.(message);
  });
  socket.on('close', () => running.delete(response));
  send({ type: 'session.created', session: { type: 'realtime', id: 'sess_1' } });
}

/** Sends what is due of each response. Absolute deadlines. */
function pace() {
  const now = performance.now();
  for (const response of running) while (running.has(response) && response.dueAt <= now) response.sendNext();
  setTimeout(pace, 2);
}

/** Begins a response: its text, its audio and its end. */
function createResponse(send, number) {
  const response_id = `resp_${number}`;
  const item = { id: `item_${number}`, type: 'message', role: 'assistant' };
  const place = { response_id, item_id: item.id, output_index: 0, content_index: 0 };
  let sent = 0;
  send({ type: 'response.created', response: { id: response_id, status: 'in_progress' } });
  send({ type: 'response.output_item.added', response_id, output_index: 0, item });
  send({ type: 'response.content_part.added', ...place, part: { type: 'audio', transcript: '' } });

  const response = {
    dueAt: performance.now() + firstAudioMs,
    sendNext: () => {
      if (sent * DELTA_MS >= replySeconds * 1000) return response.end('completed');
      if (sent % DELTAS_PER_WORD === 0)
        send({ type: 'response.output_audio_transcript.delta', ...place, delta: 'certainly ' });
      send({ type: 'response.output_audio.delta', ...place, delta: AUDIO });
      sent += 1;
      response.dueAt += STEP_MS;
      counts.secondsOut += DELTA_MS / 1000;
    },
    end: (status) => {
      if (!running.delete(response)) return;
      const usage = { input_token_details: { audio_tokens: 10 }, output_token_details: { audio_tokens: 20 } };
      send({ type: 'response.output_audio.done', ...place });
      send({ type: 'response.output_audio_transcript.done', ...place, transcript: 'certainly' });
      send({ type: 'response.output_item.done', response_id, output_index: 0, item });
      send({ type: 'response.done', response: { id: response_id, status, output: [item], usage } });
    },
  };
  return response;
}
