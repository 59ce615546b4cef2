// A server with real voice activity detection, and doubles that answer at once for the rest. Commands over IPC: `measure`
// collects garbage and reports what is open; `{ snapshot }` writes the heap to that file; `end` closes the server.
import { setTimeout as sleep } from 'node:timers/promises';
import { writeHeapSnapshot } from 'node:v8';
import { defineFunction, STT, TTS, VAD } from 'antiphon';
import { serve } from 'antiphon/server';
import { chunk, finish, opening } from 'antiphon/testing';
import { concatMap, filter, from, map } from 'rxjs';
import * as z from 'zod';

const RATE = 24_000;
/** A reply is audible for half a minute. */
const SPEECH = Array.from({ length: 30 }, () => ({ samples: new Int16Array(RATE).fill(1000), sampleRate: RATE }));

const stt = {
  name: 'bench',
  sampleRate: 16_000,
  finalTimeoutMs: 1000,
  interims: false,
  transcribe: (speech) =>
    speech.pipe(
      filter(({ kind }) => kind === 'end'),
      map(({ segment }) => ({ kind: 'final', segment, text: 'a table for two please' })),
    ),
};

const tts = {
  name: 'bench',
  sampleRate: RATE,
  accepts: 'sentences',
  language: 'en-US',
  synthesize: (text) =>
    text.pipe(
      concatMap(({ length }) =>
        from([...SPEECH.map((frame) => ({ kind: 'audio', frame })), { kind: 'mark', chars: length }]),
      ),
    ),
};

const agent = {
  configure_session: ({ custom_data }) => ({
    initial_messages: [],
    vad: VAD.Silero({ min_silence_duration: 0.1 }),
    stt: STT.Deepgram({ api_key: 'none' }),
    tts: TTS.Deepgram({ api_key: 'none' }),
    min_endpointing_delay: 0.1,
    session_data: custom_data,
  }),
  functions: {
    hang_up: defineFunction({
      description: 'ends the session',
      parameters: z.object({}),
      execute: (_args, { session }) => session.end({ after: 'now' }),
    }),
  },
  async *llm_response_handler({ session_data }) {
    yield opening();
    if (session_data.way === 'handler fails') throw new Error('planned');
    if (session_data.way === 'agent ends') {
      const calls = [{ index: 0, id: 'c1', type: 'function', function: { name: 'hang_up', arguments: '{}' } }];
      yield { ...opening(), choices: [{ index: 0, delta: { tool_calls: calls }, finish_reason: 'tool_calls' }] };
      return;
    }
    yield chunk('Certainly. The table is yours.');
    yield finish();
  },
};

const server = await serve({
  agent,
  port: 0,
  page: false,
  drain_on_sigterm: false,
  ports: { stt, tts },
  logger: false,
  logFailures: false,
  // A busy machine is no reason to refuse a session here.
  max_loop_delay: 60,
});
process.on('message', (command) => {
  if (command === 'measure') void measure().then((measured) => process.send(measured));
  if (command.snapshot !== undefined) process.send({ file: writeHeapSnapshot(command.snapshot) });
  if (command === 'end') void server.close().then(() => process.disconnect());
});
// Who measures has failed.
process.once('disconnect', () => process.exit());
process.send({ url: server.url });

/** Waits until the last sessions have let go, and collects garbage until no more is found. */
async function measure() {
  let heap = Number.POSITIVE_INFINITY;
  for (;;) {
    await sleep(500);
    global.gc();
    const { heapUsed } = process.memoryUsage();
    if (heapUsed > heap - 10_000) break;
    heap = heapUsed;
  }
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage();
  const open = Object.groupBy?.(process.getActiveResourcesInfo(), String) ?? count(process.getActiveResourcesInfo());
  const resources = Object.fromEntries(Object.entries(open).map(([name, all]) => [name, all.length ?? all]));
  return { kind: 'measured', heapUsed, arrayBuffers, rss, resources };
}

function count(names) {
  const counts = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
