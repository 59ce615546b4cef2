// Plays rounds of so many sessions and prints what they leave behind, as JSON: `node --expose-gc sessions.mjs SESSIONS ROUNDS`,
// over the built package.
import { setImmediate as turn } from 'node:timers/promises';
import { createSession, defineAgent, defineFunction, STT, TTS, VAD } from 'antiphon';
import {
  createLlmDouble,
  microphone,
  createSttDouble,
  SubscriptionLedger,
  createTransportDouble,
  createTtsDouble,
  createVadDouble,
  VirtualClock,
} from 'antiphon/testing';
import { asyncScheduler, lastValueFrom, timer } from 'rxjs';
import * as z from 'zod';

const [SESSIONS, ROUNDS] = process.argv.slice(2).map(Number);
/** So many sessions first: what is compiled and cached on the way is no leak. */
const WARM_UP = 0.4 * SESSIONS;
/** So many sessions at a time in real time, on the timers of the platform. */
const REAL_SESSIONS = 20;

const config = {
  initial_messages: [],
  vad: VAD.Silero(),
  stt: STT.Deepgram({ api_key: 'none' }),
  tts: TTS.Deepgram({ api_key: 'none' }),
  session_data: {},
  first_message: 'Hello.',
};
const look_up = defineFunction({ description: 'looks up', parameters: z.object({}), execute: async () => 'found' });

/** A session of three turns: answered, with a call · interrupted by voice · ended while the agent speaks. */
function open(scheduler) {
  const ledger = new SubscriptionLedger();
  const doubled = { scheduler, ledger };
  const replies = [
    { calls: [{ name: 'look_up' }] },
    'It is here.',
    'One two three four five six seven.',
    'Well, then.',
  ];
  const voice = [{ atMs: 640, forMs: 640 }];
  const io = createTransportDouble({
    audioIn: microphone(voice, { scheduler, frameMs: 32, forMs: 1600 }),
    ...doubled,
  });
  const agent = defineAgent({
    configure_session: () => config,
    llm_response_handler: createLlmDouble(replies, doubled),
    functions: { look_up },
    on_agent_message_added: () => {},
  });
  const ports = {
    vad: createVadDouble(doubled),
    stt: createSttDouble({ says: ['wait a moment'], ...doubled }),
    tts: createTtsDouble({ msPerChar: 30, ...doubled }),
  };
  const session = createSession(agent, config, io, { scheduler, ports });
  let heard = 0;
  session.events$.subscribe(({ name }) => (heard += name === 'on_agent_interrupted' ? 1 : 0));
  session.start();
  for (const [ms, text] of Object.entries({ 0: 'where is it', 600: 'tell me more' }))
    scheduler.schedule(() => io.user.text.next(text), Number(ms));
  scheduler.schedule(() => session.end({ after: 'now' }), 2000);
  return { session, ledger, interruptions: () => heard };
}

/** Sessions in virtual time, one after the other; returns how many left something open. */
async function playVirtual(count) {
  let unclean = 0;
  for (let n = 0; n < count; n++) {
    const clock = new VirtualClock();
    const { session, ledger, interruptions } = open(clock);
    await clock.run(2400);
    const { reason } = await session.ended;
    const isClean = Object.keys(ledger.open()).length === 0 && clock.pending === 0;
    if (!isClean || reason !== 'agent_ended' || interruptions() === 0) unclean += 1;
  }
  return unclean;
}

/** Sessions in real time, side by side. */
async function playReal(count) {
  const opened = Array.from({ length: count }, () => open(asyncScheduler));
  await Promise.all(opened.map(({ session }) => session.ended));
  await lastValueFrom(timer(0));
  return opened.filter(({ ledger }) => Object.keys(ledger.open()).length > 0).length;
}

/** Heap in use after two collections, in bytes. */
async function heap() {
  for (let n = 0; n < 2; n++) {
    await turn();
    globalThis.gc();
  }
  return process.memoryUsage().heapUsed;
}

function resources() {
  return process.getActiveResourcesInfo().toSorted();
}

let unclean = await playVirtual(WARM_UP);
unclean += await playReal(REAL_SESSIONS);
const before = resources();
const grown = [];
for (let round = 0; round < ROUNDS; round++) {
  const start = await heap();
  unclean += await playVirtual(SESSIONS);
  grown.push((await heap()) - start);
}
unclean += await playReal(REAL_SESSIONS);
console.log(JSON.stringify({ unclean, grown, before, after: resources() }));
