// A session whose agent does what argv says; the exit code and the printed lines tell how the process took it.
import { EventEmitter } from 'node:events';
import { setTimeout as schedule } from 'node:timers';
import { merge, of, take, takeWhile } from 'rxjs';
import { createSession, defineFunction } from 'antiphon';
import {
  createLlmDouble,
  createSttDouble,
  createTransportDouble,
  createTtsDouble,
  createVadDouble,
} from 'antiphon/testing';
import * as z from 'zod';

const [where, what] = process.argv.slice(2);

const broken = () => new Error('broken');
const STRAYS = {
  timer: () => schedule(() => fail(), 1),
  immediate: () => setImmediate(() => fail()),
  tick: () => process.nextTick(() => fail()),
  microtask: () => queueMicrotask(() => fail()),
  emitter: () => schedule(() => new EventEmitter().emit('error', broken()), 1),
  floating: () => void Promise.reject(broken()),
  later: () => void later(),
  signal: ({ signal }) => signal.addEventListener('abort', () => fail()),
};

function fail() {
  throw broken();
}

async function later() {
  await Promise.resolve();
  fail();
}

const stray = (input) => void STRAYS[what]?.(input);
const at = (place) => (where === place ? stray : () => {});

/** The function that waits for its signal is never done. */
const LAST = what === 'signal' ? 'on_function_calls_collected' : 'on_agent_message_added';

/** How many errors are reported before the session ends. */
const ERRORS = what === 'signal' ? 0 : ({ event: 1, llm_response_handler: 2, function: 1 }[where] ?? 0);

const config = {
  initial_messages: [],
  vad: { provider: 'silero' },
  stt: { provider: 'deepgram', api_key: 'none' },
  tts: { provider: 'deepgram', api_key: 'none' },
  session_data: {},
};
const llm = createLlmDouble([{ calls: [{ name: 'look' }] }, 'Good.', 'More.']);
const agent = {
  configure_session: () => config,
  llm_response_handler: async function* (input) {
    at('llm_response_handler')(input);
    const chunks = [];
    await llm(input).forEach((chunk) => chunks.push(chunk));
    yield* chunks;
  },
  functions: {
    look: defineFunction({
      description: 'looks',
      parameters: z.object({}),
      execute: (_, context) => {
        at('function')(context);
        if (where === 'session of a function') startSession();
        return what === 'signal' ? new Promise(() => {}) : 'seen';
      },
    }),
  },
  on_user_message_added: (input) => at('event')(input),
};
const ports = { vad: createVadDouble(), stt: createSttDouble({ says: [] }), tts: createTtsDouble() };
const io = createTransportDouble({});

/** Starts a session whose deadline sets a timer that fails. */
function startSession() {
  const endpointing = ({ scheduler }, standard) => {
    scheduler.schedule(() => stray(), 1);
    return standard();
  };
  createSession(agent, config, createTransportDouble({}), { ports, stages: { endpointing } }).start();
}

const session = createSession(agent, config, { ...io, textIn: of('hello') }, { ports });
session.errors$.subscribe(({ code, message }) => console.log(code, message));
const reported = session.errors$.pipe(take(ERRORS));
const said = session.events$.pipe(takeWhile(({ name }) => name !== LAST));
// In a slow process all may be said before the code has thrown.
merge(reported, said).subscribe({ complete: () => session.end({ after: 'now' }) });
session.start();
if (where === 'host') schedule(fail, 1);

console.log('ended', (await session.ended).reason);
