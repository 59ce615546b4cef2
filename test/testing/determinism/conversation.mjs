// `node conversation.mjs RUNS`: plays one rich conversation so often, each on a clock of its own, and prints as JSON what
// was logged, every different log once. Everything of it is virtual: the agent's own code sleeps on the clock, the
// recogniser's line drops and is opened again after a pause, a function runs into its timeout.
import { createSession, defineAgent, defineFunction, STT, TTS, VAD } from 'antiphon';
import { createWebSocketStt } from 'antiphon/providers';
import {
  chunk,
  finish,
  microphone,
  opening,
  createSocketDouble,
  toolCallChunk,
  createTransportDouble,
  createTtsDouble,
  createVadDouble,
  VirtualClock,
} from 'antiphon/testing';
import * as z from 'zod';

const VOICE = [
  { atMs: 1000, forMs: 1200 },
  { atMs: 6000, forMs: 1000 },
  { atMs: 22_000, forMs: 1300 },
];
const SAID = ['how warm is it outside', 'wait please', 'and is there a table tonight'];

const config = {
  initial_messages: [{ role: 'system', content: 'You know the weather and the tables.' }],
  first_message: 'Hello, this is Antiphon.',
  vad: VAD.Silero(),
  stt: STT.Deepgram({ api_key: 'none' }),
  tts: TTS.Deepgram({ api_key: 'none' }),
  session_data: {},
};

async function conversation() {
  const clock = new VirtualClock();
  const line = createSocketDouble({ server: server(clock), scheduler: clock });
  const io = createTransportDouble({
    scheduler: clock,
    latencyMs: 30,
    audioIn: microphone(VOICE, { scheduler: clock }),
  });
  const session = createSession(agentOn(clock), config, io, {
    scheduler: clock,
    id: 'ses_same',
    ports: {
      vad: createVadDouble({ scheduler: clock, delayMs: 3 }),
      stt: createWebSocketStt(WIRE, {
        openSocket: line.openSocket,
        scheduler: clock,
        random: () => 0.5,
        wallClock: () => 0,
      }),
      tts: createTtsDouble({ scheduler: clock, firstAudioMs: 120, speed: 3 }),
    },
  });
  const log = [];
  session.events$.subscribe(({ seq, at, name, input }) => log.push({ seq, at, name, input }));
  session.errors$.subscribe(({ code, message }) => log.push({ at: clock.now(), code, message }));
  session.start();
  await clock.run(36_000);
  const playout = io.commands.map(({ atMs, command }) => ({ atMs, ...command, frame: bytesOf(command.frame) }));
  const lines = line.connections.map(({ atMs, closed }) => ({ atMs, closed }));
  return JSON.stringify({ log, playout, lines });
}

function bytesOf(frame) {
  if (frame === undefined) return undefined;
  const { buffer, byteOffset, byteLength } = frame.samples;
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}

/** What a developer writes: async generators and async functions, with sleeps in them. */
function agentOn(clock) {
  return defineAgent({
    configure_session: () => config,
    async *llm_response_handler({ messages, signal }) {
      await clock.sleep(180, signal);
      yield opening();
      const last = messages.at(-1);
      if (last.role === 'user' && last.content.includes('table')) yield* calls('tables');
      else if (last.role === 'user' && last.content.includes('warm')) yield* calls('weather');
      else yield* words(`You said: ${last.content}. That much I know, and I tell it slowly, so that you can stop me.`);
      async function* calls(name) {
        await clock.sleep(40, signal);
        yield toolCallChunk({ id: `call_${name}`, name, arguments: '{}' });
        yield finish('tool_calls');
      }
      async function* words(text) {
        for (const token of text.split(/(?<= )/u)) {
          await clock.sleep(25, signal);
          yield chunk(token);
        }
        yield finish();
      }
    },
    functions: {
      weather: defineFunction({
        description: 'how warm it is',
        parameters: z.object({}),
        execute: async (_, { signal }) => {
          await clock.sleep(400, signal);
          return { celsius: 21 };
        },
      }),
      tables: defineFunction({
        description: 'the free tables; its line is dead',
        parameters: z.object({}),
        timeout: 2,
        execute: (_, { signal }) => clock.sleep(60_000, signal),
      }),
    },
  });
}

/** The first line is lost inside the first segment, the second attempt is refused, the third serves. */
function server(clock) {
  return (connection) => {
    if (connection === 0) return { script: [{ atMs: 1600, end: { code: 1006 } }] };
    if (connection === 1) return { opensAfterMs: 50, script: [{ atMs: 10, end: { code: 1013 } }] };
    return {
      opensAfterMs: 20,
      onFrame: (frame, side) => {
        const [kind, utterance] = String(frame).split(' ');
        if (kind === 'end') side.send(`done ${utterance} ${SAID[spokenBy(clock.now())]}`, 70);
      },
    };
  };
}

/** Which of the user's sentences has just been said. */
function spokenBy(ms) {
  return VOICE.findLastIndex(({ atMs }) => atMs <= ms);
}

/** Plain words on the wire: `begin 0`, `audio 0`, `end 0` go out, `done 0 the words` comes in. */
const WIRE = {
  name: 'Toy',
  sampleRate: 16_000,
  interims: true,
  answerMs: 1000,
  silence: 'answers',
  request: () => ({ url: 'ws://toy.test/listen', headers: {} }),
  dialect: () => ({
    open: () => [{ kind: 'ready' }],
    begin: (utterance) => sending(`begin ${utterance}`),
    audio: (utterance) => sending(`audio ${utterance}`),
    end: (utterance) => sending(`end ${utterance}`),
    receive: (frame) => {
      const [, utterance, ...words] = String(frame).split(' ');
      return [
        { kind: 'piece', utterance: Number(utterance), text: words.join(' ') },
        { kind: 'done', utterance: Number(utterance) },
      ];
    },
    idle: () => sending('still here'),
    close: () => sending('bye'),
  }),
};

function sending(frame) {
  return [{ kind: 'send', frame }];
}

const logs = new Set();
for (let run = 0; run < Number(process.argv[2]); run++) logs.add(await conversation());
console.log(JSON.stringify([...logs]));
