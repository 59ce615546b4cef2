// A server with the engines of this machine, and a client: prints what each client was told. For runtimes other than Node.
import { STT, TTS, VAD } from 'antiphon';
import { serve } from 'antiphon/server';
import { createLlmDouble } from 'antiphon/testing';

const grammar = '#JSGF V1.0;\ngrammar desk;\npublic <sentence> = yes | no | thank you;\n';
const engines = { vad: VAD.Silero(), stt: STT.Local({ grammar }), tts: TTS.Local() };
const agent = {
  configure_session: () => ({ initial_messages: [], ...engines, session_data: {} }),
  llm_response_handler: createLlmDouble(['We open at six, and close at midnight.']),
};
const { url } = await serve({ agent, port: 0, logger: false });
const told = {};
const tell = (key, value) => (told[key] = value);
process.on('exit', () => console.log(JSON.stringify(told)));

tell('page', (await fetch(url)).status);
tell('unknown', (await (await fetch(new URL('v1/sessions/none', url))).json()).code);

const { session_id: id, transport } = await start();
tell('stranger', await join(transport, 'guess').closed.then(({ code }) => (code === 1000 ? 'joined' : 'refused')));
const first = join(transport);
const { resume_token } = await first.next('session.started');
first.say({ type: 'input.text', text: 'when do you open' });
await first.next('audio.start');
first.leave();
await first.closed;
const again = join(transport, resume_token);
await again.opened;
again.say({ type: 'session.resume', last_seq: 0 });
tell('resumed', (await again.next('session.resumed')).session_id === id);
tell('reply', (await again.next('agent.done')).reason);
tell('heard', again.bytes() > 0);
await fetch(new URL(`v1/sessions/${id}`, url), { method: 'DELETE' });
tell('ended', (await again.next('session.ended')).reason);
tell('code', (await again.closed).code);

const last = join((await start()).transport);
await last.next('session.started');
process.kill(process.pid, 'SIGTERM');
await last.next('session.draining');
tell('ready', (await fetch(new URL('readyz', url))).status);
last.say({ type: 'session.end' });

async function start() {
  return (await fetch(new URL('v1/sessions', url), { method: 'POST' })).json();
}

/** Joins a session as a browser does. */
function join({ url: media, protocol, token }, given = token) {
  const socket = new WebSocket(media, [protocol, `antiphon.token.${given}`]);
  socket.binaryType = 'arraybuffer';
  const messages = [];
  const waiting = new Map();
  let bytes = 0;
  socket.addEventListener('message', ({ data }) => {
    if (typeof data !== 'string') return void (bytes += data.byteLength);
    const message = JSON.parse(data);
    messages.push(message);
    waiting.get(message.type)?.(message);
  });
  const once = (name) => new Promise((resolve) => socket.addEventListener(name, resolve, { once: true }));
  return {
    opened: once('open'),
    closed: once('close'),
    bytes: () => bytes,
    say: (message) => socket.send(JSON.stringify(message)),
    leave: () => socket.close(4000),
    /** Resolves with the first message of a type. */
    next: async (type) =>
      messages.find((message) => message.type === type) ?? new Promise((resolve) => waiting.set(type, resolve)),
  };
}
