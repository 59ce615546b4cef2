// Sessions of a minute: three turns in frames of 20 ms, one answer interrupted.
import { createSession, defineAgent, STT, TTS, VAD } from 'antiphon';
import {
  createLlmDouble,
  microphone,
  createSttDouble,
  createTransportDouble,
  createTtsDouble,
  createVadDouble,
} from 'antiphon/testing';

/** Three turns as they are on the telephone: answers of two sentences, one of them interrupted. */
const TERSE = {
  user: [
    { atMs: 1000, forMs: 1800, says: 'tell me about the restaurant' },
    { atMs: 8000, forMs: 1200, says: 'wait please and the kitchen' },
    { atMs: 30_000, forMs: 1500, says: 'do you have a table for tonight' },
  ],
  replies: [
    'We opened in nineteen eighty four, in a house that was a bakery before. Today there are nine of us.',
    'The kitchen opens at noon and closes at ten. In the evening there is a menu of five courses.',
    'Tonight there is one table left for two people, at half past eight. Shall I keep it for you?',
  ],
};

/** The same turns with an agent that speaks for most of the minute. */
const TALKATIVE = {
  user: [
    { atMs: 1000, forMs: 1800, says: 'tell me about the restaurant' },
    { atMs: 14_000, forMs: 1200, says: 'wait please and the kitchen' },
    { atMs: 38_000, forMs: 1500, says: 'do you have a table for tonight' },
  ],
  replies: [
    'We opened in nineteen eighty four, in a house that was a bakery before. ' +
      'My mother cooked, my father served, and my sister and I washed whatever came back from the tables. ' +
      'Today there are nine of us, and most evenings all of the forty seats are taken.',
    'The kitchen opens at noon and closes at ten. At lunch there are three dishes, which change every day. ' +
      'In the evening there is a menu of five courses, one of them without meat or fish. ' +
      'Children eat what they like, and we bake the bread ourselves.',
    'Tonight there is one table left for two people, at half past eight, by the window on the first floor. ' +
      'Shall I keep it for you until nine o’clock? I only need a name for it.',
  ],
};

const config = {
  initial_messages: [{ role: 'system', content: 'You answer the phone of a restaurant.' }],
  vad: VAD.Silero(),
  stt: STT.Deepgram({ api_key: 'none' }),
  tts: TTS.Deepgram({ api_key: 'none' }),
  session_data: {},
};

/** Starts one; what it returns are its events, as they come. `options` are those of the session. */
export const terse = (scheduler, seconds, options) => session(TERSE, scheduler, seconds, options);
export const talkative = (scheduler, seconds) => session(TALKATIVE, scheduler, seconds);

function session({ user, replies }, scheduler, seconds, options) {
  const says = user.map(({ says: text }) => text);
  const agent = defineAgent({
    configure_session: () => config,
    llm_response_handler: createLlmDouble(replies, { scheduler, firstTokenMs: 350, tokenMs: 25 }),
  });
  const io = createTransportDouble({ scheduler, audioIn: microphone(user, { scheduler, forMs: seconds * 1000 }) });
  const conversation = createSession(agent, config, io, {
    ...options,
    scheduler,
    id: 'ses_bench',
    // The actions of VirtualTimeScheduler form a chain, which is too long to be left at once: its RangeError is no news.
    logFailures: false,
    ports: {
      vad: createVadDouble({ scheduler }),
      stt: createSttDouble({ scheduler, says }),
      tts: createTtsDouble({ scheduler, firstAudioMs: 150, speed: 5 }),
    },
  });
  const log = [];
  conversation.events$.subscribe(({ seq, at, name, input }) =>
    log.push(`${seq} ${at} ${name} ${input.message?.content ?? ''}`),
  );
  conversation.start();
  if (options !== undefined) scheduler.schedule(() => conversation.end({ after: 'now' }), seconds * 1000 - 1);
  return log;
}
