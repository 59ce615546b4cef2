// One measurement in a process of its own: `node measure.mjs <sessions> <turns>`. Prints as JSON how long, in ms, each first
// audio took from the end of the wait on, and how long the bare asynchronous steps took that the doubles take meanwhile.
import { createSession, STT, TTS, VAD } from 'antiphon';
import { Subject } from 'rxjs';
import { bare, client, handler, stt, tts, vad } from './doubles.mjs';
import { converseAll, createWindow, CYCLE, pace, WARM_UP } from './turns.mjs';

const [sessions, turns] = process.argv.slice(2).map(Number);

const config = {
  initial_messages: [],
  vad: VAD.Silero({ min_silence_duration: 0.064, prefix_padding_duration: 0 }),
  stt: STT.Deepgram({ api_key: 'none' }),
  tts: TTS.Deepgram({ api_key: 'none' }),
  session_data: {},
  min_endpointing_delay: 0,
};

await measure(...WARM_UP);
console.log(JSON.stringify(await measure(sessions, turns)));

async function measure(count, each) {
  const results = { added: [], bare: [] };
  await converseAll(count, (phaseMs) => converse(phaseMs, each, results));
  return results;
}

/** One session: speech and silence by turns, paced in real time. The recogniser’s answer ends each wait. */
async function converse(phaseMs, count, results) {
  const audioIn = new Subject();
  let waitEndedAt = Number.NaN;
  const answering = () => (waitEndedAt = performance.now());
  const heard = () => results.added.push(performance.now() - waitEndedAt);
  const agent = { configure_session: () => config, llm_response_handler: handler };
  const session = createSession(agent, config, client(audioIn, heard), { ports: { vad, stt: stt(answering), tts } });
  session.start();
  await pace(phaseMs, count, (at) => {
    audioIn.next(createWindow(at));
    if (at === CYCLE - 2) void probe(results);
  });
  session.close('ended_by_api');
  await session.ended;
}

async function probe(results) {
  const from = performance.now();
  await bare();
  results.bare.push(performance.now() - from);
}
