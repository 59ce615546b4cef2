// A server in a process of its own, on doubles in real time, that prints its address and drains for `DRAIN_TIMEOUT` seconds. Each session keeps `custom_data.mib` MiB of heap.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { serve } from 'antiphon/server';
import { createSttDouble, createTtsDouble, createVadDouble, chunk } from 'antiphon/testing';
import { from } from 'rxjs';

/** A text of five seconds. */
const WORDS = 'We opened in nineteen eighty. '.repeat(3);
const NUMBERS_PER_MIB = 131_072;

const agent = {
  configure_session: ({ custom_data: { mib = 0 } }) => ({
    initial_messages: [],
    vad: { provider: 'silero' },
    stt: { provider: 'deepgram', api_key: 'none' },
    tts: { provider: 'deepgram', api_key: 'none' },
    // Numbers that are no small integers take eight bytes each.
    session_data: { ballast: Array.from({ length: mib * NUMBERS_PER_MIB }, (_, n) => n + 0.5) },
  }),
  llm_response_handler: () => from([chunk(WORDS)]),
};

const server = await serve({
  agent,
  port: 0,
  page: false,
  logger: false,
  logFailures: false,
  max_loop_delay: 60,
  drain_timeout: Number(process.env.DRAIN_TIMEOUT ?? 30),
  ports: { vad: createVadDouble(), stt: createSttDouble({ says: [] }), tts: createTtsDouble() },
});
console.log(server.url);

// Over IPC, `measure` is answered with the heap in use after a collection, and the delay of the event loop since the last time.
const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();
process.on('message', () => {
  global.gc();
  process.send({ heapUsed: process.memoryUsage().heapUsed, lagMs: delay.percentile(99) / 1e6 });
  delay.reset();
});
