import { createSession, defineAgent, defineFunction, STT, TTS, VAD } from 'antiphon';
import {
  createLlmDouble,
  microphone,
  createSttDouble,
  createTransportDouble,
  createTtsDouble,
  createVadDouble,
  VirtualClock,
} from 'antiphon/testing';
import * as z from 'zod';
import { round, svg, text } from './svg.mjs';

const VOICE = [
  { atMs: 300, forMs: 1400 },
  { atMs: 4600, forMs: 700 },
];
const SAYS = ['is a table free at eight', 'at nine'];
const UNTIL_MS = 7800;

const [LEFT, TOP, ROW, PX_PER_S] = [130, 40, 34, 100];

/** Draws a turn that is answered and interrupted: each edge is a lane. */
export async function drawTurn(edges) {
  const { events, interruptedAtMs } = await play(edges);
  const width = LEFT + (UNTIL_MS / 1000) * PX_PER_S + 20;
  const height = TOP + edges.length * ROW + 10;
  const seconds = Array.from({ length: Math.floor(UNTIL_MS / 1000) + 1 }, (_, second) => second);
  return svg(width, height, 'The life of a turn', [
    ...seconds.map((second) => text(xOf(second * 1000), 20, `${second} s`, 'faint', 'middle')),
    `<line class="cut" x1="${xOf(interruptedAtMs)}" x2="${xOf(interruptedAtMs)}" y1="${TOP - 12}" y2="${height - 8}"/>`,
    ...edges.flatMap((edge, row) =>
      laneOf(
        edge,
        row,
        events.filter((event) => event.edge === edge),
        width,
      ),
    ),
  ]);
}

/** Plays the session; returns what flowed on its edges, each value with its time. */
async function play(edges) {
  const scheduler = new VirtualClock();
  const io = createTransportDouble({ scheduler, audioIn: microphone(VOICE, { scheduler, frameMs: 32 }) });
  const session = createSession(agentOf(scheduler), config(), io, {
    scheduler,
    ports: {
      vad: createVadDouble(),
      stt: createSttDouble({ says: SAYS, scheduler, msPerWord: 200 }),
      tts: createTtsDouble({ scheduler, firstAudioMs: 150 }),
    },
  });
  const events = [];
  for (const edge of edges)
    session.edges[edge].subscribe((value) => events.push({ edge, atMs: scheduler.now(), value }));
  session.start();
  await scheduler.run(UNTIL_MS);
  session.close();
  await scheduler.run(UNTIL_MS + 1000);
  return { events, interruptedAtMs: events.find(({ edge }) => edge === 'interruption').atMs };
}

function agentOf(scheduler) {
  const replies = [
    { text: '', calls: [{ name: 'tables', arguments: { hour: 8 } }], firstTokenMs: 200 },
    { text: ['At eight', ' we have', ' a table', ' for two by the window.'], firstTokenMs: 200, tokenMs: 80 },
    { text: ['At nine', ' as well.'], firstTokenMs: 200, tokenMs: 80 },
  ];
  return defineAgent({
    configure_session: config,
    llm_response_handler: createLlmDouble(replies, { scheduler }),
    functions: {
      tables: defineFunction({
        description: 'Free tables',
        parameters: z.object({ hour: z.number() }),
        execute: async () => {
          await scheduler.sleep(250);
          return 'a table for two';
        },
      }),
    },
  });
}

function config() {
  return {
    vad: VAD.Silero(),
    stt: STT.Deepgram({ api_key: 'none' }),
    tts: TTS.Deepgram({ api_key: 'none' }),
    initial_messages: [],
    session_data: {},
  };
}

/** How the values of an edge are drawn: as bars from one kind to another, as dots, or both. */
const LOOKS = {
  audioIn: { bars: () => VOICE.map(({ atMs, forMs }, n) => ({ atMs, toMs: atMs + forMs, label: SAYS[n] })) },
  activity: { bars: (events) => between(events, 'started', 'ended', (event) => event.value.segment) },
  transcript: {
    dots: (events) =>
      events.map(({ atMs, value }) => ({
        atMs,
        look: value.kind === 'interim' ? 'hollow' : '',
        label: value.kind === 'final' ? value.text : '',
      })),
  },
  interruption: { dots: (events) => events.map(({ atMs }) => ({ atMs, look: 'cut', label: 'interrupts' })) },
  userTurn: { dots: (events) => events.map(({ atMs, value }) => ({ atMs, label: value.text })) },
  reply: {
    bars: (events) => between(events, 'started', 'ended', (event) => event.value.turn),
    dots: (events) => events.filter(({ value }) => value.kind === 'text').map(({ atMs }) => ({ atMs })),
  },
  functionCalls: {
    dots: (events) =>
      events.map(({ atMs, value }) => ({ atMs, label: value.calls.map((call) => call.function.name).join() })),
  },
  functionResults: {
    dots: (events) =>
      events.map(({ atMs, value }) => ({ atMs, label: value.results.map((result) => result.content).join() })),
  },
  speech: { bars: (events) => between(events, 'started', 'ended', (event) => event.value.utterance) },
  playout: {
    bars: (events) =>
      between(
        events,
        'started',
        'stopped',
        (event) => event.value.utterance,
        (event) => event.value.heard,
      ),
  },
  metrics: { dots: (events) => events.map(({ atMs }) => ({ atMs })) },
};

const USER_EDGES = ['audioIn', 'textIn', 'dtmf', 'activity', 'transcript', 'interruption'];

function laneOf(edge, row, events, width) {
  const y = TOP + row * ROW + ROW / 2;
  const side = USER_EDGES.includes(edge) ? 'user' : 'agent';
  const { bars = () => [], dots = () => [] } = LOOKS[edge] ?? {};
  return [
    text(12, y + 4, edge, `edge ${side}`),
    `<line class="rule" x1="${LEFT}" x2="${width - 10}" y1="${y}" y2="${y}"/>`,
    ...bars(events).map((bar) => barOf(bar, y, side)),
    ...dots(events).map((dot) => dotOf(dot, y, side)),
  ];
}

function barOf({ atMs, toMs, label = '' }, y, side) {
  const x = xOf(atMs);
  const bar = `<rect class="bar ${side}" x="${x}" y="${y - 8}" width="${round(xOf(toMs) - x)}" height="16" rx="3"/>`;
  return bar + (label === '' ? '' : text(x + 5, y + 4, label, 'faint'));
}

function dotOf({ atMs, look = '', label = '' }, y, side) {
  const dot = `<circle class="dot ${side} ${look}" cx="${xOf(atMs)}" cy="${y}" r="4"/>`;
  return dot + (label === '' ? '' : text(xOf(atMs) + 8, y - 4, label, `faint ${look}`));
}

/** Bars from the events of one kind to those of another, matched by a key. */
function between(events, from, to, keyOf, labelOf = () => '') {
  return events
    .filter(({ value }) => value.kind === from)
    .map((start) => {
      const end = events.find(
        (event) => event.value.kind === to && keyOf(event) === keyOf(start) && event.atMs >= start.atMs,
      );
      return {
        atMs: start.atMs,
        toMs: Math.min(end?.atMs ?? UNTIL_MS, UNTIL_MS),
        label: end === undefined ? '' : labelOf(end),
      };
    });
}

function xOf(ms) {
  return round(LEFT + (ms / 1000) * PX_PER_S);
}
