// The wait for an answer without and with `preemptive_generation` and `preemptive_tts`, and what is thrown away, in virtual time.
import { createSession, defineAgent, STT, TTS, VAD } from 'antiphon';
import {
  createLlmDouble,
  createTransportDouble,
  createTtsDouble,
  createVadDouble,
  microphone,
  VirtualClock,
} from 'antiphon/testing';
import { createStt } from './stt.mjs';
import { createTurns } from './turns.mjs';

const LATENCIES_MS = [200, 500, 800, 1200, 1500];
const DELAYS_S = [0.5, 0.8, 1.2];
const ANSWER = 'We opened in nineteen eighty four, in a house that was a bakery before. Today there are nine of us.';

const turns = createTurns(200);

for (const min_endpointing_delay of DELAYS_S) {
  console.log(`\nmin_endpointing_delay: ${min_endpointing_delay}, ${turns.length} turns\n`);
  console.log(
    '| handler, s | wait off, s | wait on, s | with TTS, s | gained, s | with TTS, s | discarded | chunks | characters | characters of TTS |\n|---|---|---|---|---|---|---|---|---|---|',
  );
  for (const firstTokenMs of LATENCIES_MS) {
    const off = await playAll({ firstTokenMs, config: { min_endpointing_delay } });
    const asked = { min_endpointing_delay, preemptive_generation: true };
    const on = await playAll({ firstTokenMs, config: asked });
    const spoken = await playAll({ firstTokenMs, config: { ...asked, preemptive_tts: true } });
    const [before, after, withTts] = [off, on, spoken].map((metrics) => median(metrics.map(({ totalMs }) => totalMs)));
    const sum = (valueOf) => spoken.reduce((total, { preemptive }) => total + (valueOf(preemptive ?? {}) ?? 0), 0);
    const thrown = [
      sum(({ discarded }) => discarded),
      sum(({ discardedChunks }) => discardedChunks),
      sum(({ discardedCharacters }) => discardedCharacters),
      sum(({ tts }) => tts?.discardedCharacters),
    ];
    const waits = [before, after, withTts, before - after, before - withTts];
    const cells = [firstTokenMs / 1000, ...waits.map((ms) => (ms / 1000).toFixed(2)), ...thrown];
    console.log(`| ${cells.join(' | ')} |`);
  }
}

async function playAll(options) {
  const metrics = [];
  for (const turn of turns) metrics.push(...(await play(turn, options)));
  return metrics;
}

/** Plays a session of one turn, and returns its metrics. */
async function play(turn, { firstTokenMs, config }) {
  const scheduler = new VirtualClock();
  const agent = defineAgent({
    configure_session: () => settings(config),
    llm_response_handler: createLlmDouble(Array(8).fill(ANSWER), { scheduler, firstTokenMs, tokenMs: 25 }),
  });
  const io = createTransportDouble({ scheduler, audioIn: microphone(turn.sounds, { scheduler, forMs: 12_000 }) });
  const session = createSession(agent, settings(config), io, {
    scheduler,
    id: 'ses_bench',
    ports: {
      vad: createVadDouble({ scheduler }),
      stt: createStt(turn, scheduler),
      tts: createTtsDouble({ scheduler, firstAudioMs: 150, speed: 5 }),
    },
  });
  const metrics = [];
  session.edges.metrics.subscribe((metric) => metrics.push(metric));
  session.start();
  await scheduler.run(12_000);
  session.end({ after: 'now' });
  await scheduler.run(14_000);
  return metrics.filter(({ heard }) => heard);
}

function settings(config) {
  const ports = { vad: VAD.Silero(), stt: STT.Deepgram({ api_key: 'none' }), tts: TTS.Deepgram({ api_key: 'none' }) };
  return { initial_messages: [], ...ports, session_data: {}, ...config };
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
