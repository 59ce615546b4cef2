// Records a session of three seconds into the folder that is named, and dies without a word.
import { setTimeout as sleep } from 'node:timers/promises';
import { createSession, defineAgent } from 'antiphon';
import { recordInto } from 'antiphon/record';
import {
  microphone,
  createSttDouble,
  createTransportDouble,
  createTtsDouble,
  createVadDouble,
  VirtualClock,
} from 'antiphon/testing';

const scheduler = new VirtualClock();
const config = {
  initial_messages: [],
  vad: { provider: 'silero' },
  stt: { provider: 'deepgram', api_key: 'none' },
  tts: { provider: 'deepgram', api_key: 'none' },
  session_data: {},
};
const agent = defineAgent({ configure_session: () => config, llm_response_handler: async function* () {} });
const io = createTransportDouble({ scheduler, audioIn: microphone([], { scheduler }) });
const ports = {
  vad: createVadDouble({ scheduler }),
  stt: createSttDouble({ says: [], scheduler }),
  tts: createTtsDouble({ scheduler }),
};
createSession(agent, config, io, { scheduler, ports, id: 'killed', record: recordInto(process.argv[2]) }).start();
await scheduler.run(3000);
await sleep(1000); // What the promise allows to be lost.
process.kill(process.pid, 'SIGKILL');
