// One measurement in a process of its own: `node measure.mjs <sessions> <turns> <URL of the model>`. Prints as JSON how long, in
// ms, each first audio took from the adapter's socket to the client.
import { createSession, defineAgent, SpeechModel, VAD } from 'antiphon';
import { openAiSpeechModel, openWebSocket } from 'antiphon/providers';
import { Subject } from 'rxjs';
import { client, vad } from '../turn/doubles.mjs';
import { converseAll, createWindow, pace, WARM_UP } from '../turn/turns.mjs';

const [sessions, turns] = process.argv.slice(2).map(Number);
const settings = { api_key: 'none', base_url: process.argv[4] };
const AUDIO = '{"type":"response.output_audio.delta"';

const config = {
  initial_messages: [],
  vad: VAD.Silero({ min_silence_duration: 0.064, prefix_padding_duration: 0 }),
  model: SpeechModel.OpenAI(settings),
  session_data: {},
  min_endpointing_delay: 0,
  interrupt_time_threshold: 0.1,
};

const agent = defineAgent({ configure_session: () => config });

await measure(...WARM_UP);
console.log(JSON.stringify(await measure(sessions, turns)));

async function measure(count, each) {
  const added = [];
  await converseAll(count, (phaseMs) => converse(phaseMs, each, added));
  return added;
}

async function converse(phaseMs, count, added) {
  const audioIn = new Subject();
  let arrivedAt = null;
  const openSocket = (request, listener) =>
    openWebSocket(request, {
      ...listener,
      received: (frame) => {
        if (frame.startsWith(AUDIO)) arrivedAt ??= performance.now();
        listener.received(frame);
      },
    });
  const play = () => added.push(performance.now() - arrivedAt);
  const speechModel = openAiSpeechModel(settings, { openSocket });
  const session = createSession(agent, config, client(audioIn, play), {
    ports: { vad, speechModel },
  });
  session.start();
  await pace(phaseMs, count, (at) => {
    if (at === 0) arrivedAt = null;
    audioIn.next(createWindow(at));
  });
  session.close('ended_by_api');
  await session.ended;
}
