// A session with the engines of this machine, and one with doubles: prints what each has said. For runtimes other than Node.
import { STT, TTS, VAD, startSession } from 'antiphon';
import {
  createLlmDouble,
  createSttDouble,
  createTransportDouble,
  createTtsDouble,
  createVadDouble,
} from 'antiphon/testing';
import { of } from 'rxjs';

const grammar = '#JSGF V1.0;\ngrammar desk;\npublic <sentence> = yes | no | thank you;\n';
const key = { api_key: 'none' };
const SESSIONS = {
  doubles: {
    engines: { stt: STT.Deepgram(key), tts: TTS.Deepgram(key) },
    ports: { vad: createVadDouble(), stt: createSttDouble({ says: [] }), tts: createTtsDouble() },
  },
  local: { engines: { stt: STT.Local({ grammar }), tts: TTS.Local() }, ports: {} },
};

for (const [name, { engines, ports }] of Object.entries(SESSIONS)) {
  const config = { initial_messages: [], vad: VAD.Silero(), ...engines, session_data: {} };
  const agent = { configure_session: () => config, llm_response_handler: createLlmDouble(['Good.']) };
  const io = { ...createTransportDouble({}), textIn: of('hello') };
  const said = [];
  const prepare = (session) =>
    session.events$.subscribe(({ name: event, input }) => {
      if (event !== 'on_agent_message_added') return;
      said.push(input.message.content);
      session.end({ after: 'now' });
    });
  const session = await startSession(agent, io, { ports, prepare });
  const { reason } = await session.ended;
  console.log(JSON.stringify({ name, said, reason }));
}
process.exit(0);
