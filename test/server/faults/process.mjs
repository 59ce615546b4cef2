// A server in a process of its own, on doubles in real time, that prints its address and drains for `DRAIN_TIMEOUT` seconds. Each session keeps
// `custom_data.mib` MiB of heap, and asks the backend at `custom_data.backend` for what it says and does.
import { writeSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { serve } from 'antiphon/server';
import {
  createSttDouble,
  createTtsDouble,
  createVadDouble,
  chunk,
  finish,
  SubscriptionLedger,
  toolCallChunk,
} from 'antiphon/testing';
import * as z from 'zod';
import { defineFunction } from 'antiphon';

/** A text of three seconds. */
const WORDS = 'We opened in nineteen eighty. '.repeat(2);
const NUMBERS_PER_MIB = 131_072;
/** A result that begins so is no end of the matter. */
const MORE = 'more';

const ledger = new SubscriptionLedger();
const never = new Int32Array(new SharedArrayBuffer(4));

async function ask(backend, what, signal = null) {
  return (await fetch(`${backend}/${what}`, { method: 'POST', headers: { connection: 'close' }, signal })).text();
}

function* act() {
  yield toolCallChunk({ id: 'call', name: 'act' });
  yield toolCallChunk({ arguments: '{}' });
  yield finish('tool_calls');
}

async function* answer({ messages, session_data: { backend }, signal }) {
  const { role, content } = messages.at(-1);
  const question = messages.findLast((message) => message.role === 'user').content;
  const isDone = role === 'tool' && !content.startsWith(MORE);
  if (question.includes('again')) yield chunk('Yes.');
  else if (question === 'think') yield chunk(await ask(backend, 'think', signal));
  else if (question === 'act') yield* isDone ? [chunk('Done.')] : act();
  else if (question === 'act and tell me' && !isDone) yield* act();
  else yield chunk(question === 'tell me more' ? WORDS.repeat(10) : WORDS);
}

const agent = {
  configure_session: ({ custom_data: { mib = 0, backend } }) => ({
    initial_messages: [],
    vad: { provider: 'silero' },
    stt: { provider: 'deepgram', api_key: 'none' },
    tts: { provider: 'deepgram', api_key: 'none' },
    max_nested_function_calls: 1000,
    // Numbers that are no small integers take eight bytes each.
    session_data: { backend, ballast: Array.from({ length: mib * NUMBERS_PER_MIB }, (_, n) => n + 0.5) },
  }),
  llm_response_handler: answer,
  functions: {
    act: defineFunction({
      description: 'does as the backend says',
      parameters: z.object({}),
      execute: (_, { session_data: { backend }, signal }) => {
        signal.addEventListener('abort', () => void ask(backend, 'aborted').catch(() => undefined));
        // It does not end with its call.
        return ask(backend, 'act');
      },
    }),
  },
  on_user_message_added: ({ message: { content } }) => {
    const [, ms] = /^block (\d+)$/u.exec(content) ?? [];
    if (ms === undefined) return;
    writeSync(1, 'blocked\n');
    Atomics.wait(never, 0, 0, Number(ms));
  },
};

const server = await serve({
  agent,
  port: 0,
  page: false,
  logger: false,
  logFailures: false,
  max_loop_delay: 60,
  join_timeout: 3600,
  drain_timeout: Number(process.env.DRAIN_TIMEOUT ?? 30),
  ports: {
    vad: createVadDouble({ ledger }),
    stt: createSttDouble({ says: ['and again'], ledger }),
    tts: createTtsDouble({ ledger }),
  },
});
console.log(server.url);

// Over IPC, `measure` is answered with the heap in use after a collection, the delay of the event loop since the last time, and what is open.
const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();
process.on('message', () => {
  global.gc?.();
  const open = [...process.getActiveResourcesInfo().toSorted(), ...Object.keys(ledger.open())];
  process.send({ heapUsed: process.memoryUsage().heapUsed, lagMs: delay.percentile(99) / 1e6, open });
  delay.reset();
});
