// A session with `containment: 'calls'`: prints what the process has been given, and how it ends.
import { of } from 'rxjs';
import { createSession } from 'antiphon';
import {
  createLlmDouble,
  createSttDouble,
  createTransportDouble,
  createTtsDouble,
  createVadDouble,
} from 'antiphon/testing';

const containment = process.argv[2];
const config = {
  initial_messages: [],
  vad: { provider: 'silero' },
  stt: { provider: 'deepgram', api_key: 'none' },
  tts: { provider: 'deepgram', api_key: 'none' },
  session_data: {},
};
const agent = {
  configure_session: () => config,
  llm_response_handler: createLlmDouble(['Good.']),
  on_user_message_added: () => {
    throw new Error('broken');
  },
};
const ports = { vad: createVadDouble(), stt: createSttDouble({ says: [] }), tts: createTtsDouble() };
const before = process.listenerCount('uncaughtExceptionMonitor');
const session = createSession(
  agent,
  config,
  { ...createTransportDouble({}), textIn: of('hello') },
  { ports, containment },
);
console.log('listeners before the start', process.listenerCount('uncaughtExceptionMonitor') - before);
session.errors$.subscribe(({ code }) => console.log(code));
session.events$.subscribe(({ name }) => name === 'on_agent_message_added' && session.end({ after: 'now' }));
session.start();
await session.ended;
console.log('listeners', process.listenerCount('uncaughtExceptionMonitor') - before);
