// Runs sessions in one process, each with a part of the application that throws. Prints the outcome for each place and each way to throw.
import { EventEmitter } from 'node:events';
import { setTimeout as schedule } from 'node:timers';
import { ignoreElements, interval, map, of, take, tap } from 'rxjs';
import { defineFunction, defineTap, startSession } from 'antiphon';
import {
  createLlmDouble,
  createSttDouble,
  createTransportDouble,
  createTtsDouble,
  createVadDouble,
} from 'antiphon/testing';
import * as z from 'zod';

function fail() {
  throw new Error('broken');
}

const WAYS = {
  synchronously: fail,
  'in a timer': () => schedule(fail, 1),
  'in a microtask': () => queueMicrotask(fail),
  'in a promise': () => void Promise.reject(new Error('broken')),
  'in an event emitter': () => schedule(() => new EventEmitter().emit('error', new Error('broken')), 1),
};

/** Each place calls `work`, once. */
const PLACES = {
  'a splice': (work) => ({ options: { splice: { textIn: tap(work) } } }),
  'a subscription in a splice': (work) => ({
    options: { splice: { textIn: (source) => (source.subscribe(work), source) } },
  }),
  'a stage, while it is created': (work) => ({
    options: { stages: { interruption: (_, standard) => (work(), standard()) } },
  }),
  'a stage': (work) => ({
    options: { stages: { llmTurn: (_, standard) => (turns) => turns.pipe(tap(work), standard()) } },
  }),
  'a subscription in a stage': (work) => ({
    options: {
      stages: { interruption: ({ edges }, standard) => (edges.textIn.subscribe(work), standard()) },
    },
  }),
  'a tap of `defineTap`': (work) => ({ options: { taps: [defineTap('userTurn', work)] } }),
  'a subscriber of `edges`': (work) => ({ prepare: ({ edges }) => edges.userTurn.subscribe(work) }),
  'a subscriber of `events$`': (work) => ({ prepare: ({ events$ }) => events$.pipe(take(1)).subscribe(work) }),
  'a subscriber of `history$`': (work) => ({ prepare: ({ history$ }) => history$.pipe(take(1)).subscribe(work) }),
  'a subscriber of `errors$`': (work) => ({
    prepare: ({ errors$ }) => errors$.pipe(take(1)).subscribe(work),
    options: { splice: { textIn: tap(fail) } },
  }),
  'a port': (work) => ({
    ports: { stt: (stt) => ({ ...stt, transcribe: (...args) => (work(), stt.transcribe(...args)) }) },
  }),
  'a port, while it is created': (work) => ({ ports: { stt: (stt) => () => (work(), stt) } }),
  'a transport': (work) => ({
    io: () => ({ audioIn: interval(20).pipe(tap(work), ignoreElements()) }),
  }),
  'a transport, while it plays': (work) => ({
    io: ({ playout }) => ({ playout: (commands) => (commands.subscribe(work), playout(commands)) }),
  }),
  '`prepare`': (work) => ({ prepare: work }),
  'a listener of `session.signal`': (work) => ({
    options: { taps: [defineTap('userTurn', (_, { signal }) => signal.addEventListener('abort', work))] },
  }),
  'an event handler': (work) => ({ agent: { on_user_message_added: work } }),
  '`llm_response_handler`': (work) => ({ handler: work }),
  'a function': (work) => ({ execute: work }),
};

const config = {
  initial_messages: [],
  vad: { provider: 'silero' },
  stt: { provider: 'deepgram', api_key: 'none' },
  tts: { provider: 'deepgram', api_key: 'none' },
  session_data: {},
};

function createAgent({ agent = {}, handler = () => {}, execute = () => 'seen' }) {
  const llm = createLlmDouble([{ calls: [{ name: 'look' }] }, 'Good.', 'More.']);
  return {
    configure_session: () => config,
    llm_response_handler: (input) => (handler(input), llm(input)),
    functions: { look: defineFunction({ description: 'looks', parameters: z.object({}), execute }) },
    ...agent,
  };
}

/** Talks to an agent with a part that throws. Returns the reported codes and how the session ended. */
async function talk(place, way) {
  let isCalled = false;
  const work = (...args) => {
    if (isCalled) return;
    isCalled = true;
    return WAYS[way](...args);
  };
  const made = PLACES[place](work);
  const doubles = { vad: createVadDouble(), stt: createSttDouble({ says: [] }), tts: createTtsDouble() };
  const changed = Object.entries(made.ports ?? {}).map(([name, change]) => [name, change(doubles[name])]);
  const ports = { ...doubles, ...Object.fromEntries(changed) };
  const double = createTransportDouble({});
  const io = { ...double, textIn: of('hello'), ...made.io?.(double) };
  const codes = [];
  const isLate = place === 'a listener of `session.signal`' && way !== 'synchronously';
  let session;
  const follow = (started) => {
    session = started;
    started.errors$.subscribe(({ code }) => codes.push(code));
    made.prepare?.(started);
    const said = new Promise((resolve) => {
      started.events$.subscribe(({ name, input }) => {
        if (name === 'on_agent_message_added' && input.message.content !== '') resolve();
      });
    });
    // A later error is reported later: the session runs until both are seen.
    const reported = new Promise((resolve) => started.errors$.subscribe(resolve));
    const seen = { 'a listener of `session.signal`': said, '`llm_response_handler`': reported };
    void (seen[place] ?? Promise.all([said, reported])).then(() => started.end({ after: 'now' }));
  };
  const agent = createAgent(made);
  try {
    await startSession(agent, io, { ...made.options, ports, prepare: follow, logFailures: false });
  } catch (error) {
    const { reason } = session === undefined ? { reason: undefined } : await session.ended;
    return { codes: [error.code ?? error.message], end: 'the start rejects', reason };
  }
  const { reason } = await session.ended;
  return { codes: isLate ? ['logged'] : [...new Set(codes)], end: reason };
}

/** Starts a session that listens to audio meanwhile. */
async function startWitness() {
  const count = { sent: 0, heard: 0 };
  const audioIn = interval(20).pipe(
    tap(() => (count.sent += 1)),
    map(() => ({ samples: new Int16Array(320), sampleRate: 16_000 })),
  );
  const ports = { vad: createVadDouble(), stt: createSttDouble({ says: [] }), tts: createTtsDouble() };
  const taps = [defineTap('audioIn', () => (count.heard += 1))];
  const session = await startSession(createAgent({}), { ...createTransportDouble({}), audioIn }, { ports, taps });
  return { session, count };
}

const witness = await startWitness();
const rows = [];
for (const place of Object.keys(PLACES)) {
  const cells = await Promise.all(Object.keys(WAYS).map((way) => talk(place, way)));
  rows.push([place, ...cells]);
}
witness.session.end({ after: 'now' });
await witness.session.ended;
console.log(JSON.stringify({ ways: Object.keys(WAYS), rows, witness: witness.count }));
