import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import { serve, type RunningServer, type ServeOptions } from '../../src/server/serve.ts';
import { defineAgent, defineFunction, type Agent } from '../../src/session/agent.ts';
import { createLlmDouble } from '../../src/testing/doubles/llm.ts';
import { createSttDouble } from '../../src/testing/doubles/stt.ts';
import { createTtsDouble } from '../../src/testing/doubles/tts.ts';
import { createVadDouble } from '../../src/testing/doubles/vad.ts';
import { callWithPipecat, type PipecatCall, type PipecatEvent, type PipecatOptions } from './pipecat.ts';

type LlmReplies = Parameters<typeof createLlmDouble>[0];

interface Scene extends Partial<Pick<ServeOptions, 'rtvi' | 'authenticate'>> {
  readonly says?: readonly string[];
  readonly llm?: LlmReplies;
  readonly first?: string;
  readonly agent?: Partial<Agent>;
  readonly requestData?: PipecatOptions['requestData'];
}

const open: { close(): Promise<unknown> }[] = [];

afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close();
});

async function start({ says = [], llm = [], first, agent = {}, requestData, rtvi = {}, ...own }: Scene): Promise<Call> {
  const server: RunningServer = await serve({
    agent: defineAgent<object>({
      configure_session: () => ({
        initial_messages: [],
        vad: { provider: 'silero' },
        stt: { provider: 'deepgram', api_key: 'none' },
        tts: { provider: 'deepgram', api_key: 'none' },
        session_data: {},
        first_message: first,
      }),
      llm_response_handler: createLlmDouble(llm),
      ...agent,
    }),
    ports: { vad: createVadDouble(), stt: createSttDouble({ says }), tts: createTtsDouble({ msPerChar: 40 }) },
    port: 0,
    page: false,
    max_loop_delay: 60,
    drain_on_sigterm: false,
    rtvi,
    ...own,
  });
  open.push(server);
  const waits: { readonly name: string; readonly wanted: (data: unknown) => boolean; readonly resolve: () => void }[] =
    [];
  const seen: PipecatEvent[] = [];
  const call = await callWithPipecat(server.url, {
    requestData,
    on: (event) => {
      seen.push(event);
      for (const wait of waits) if (wait.name === event.name && wait.wanted(event.data)) wait.resolve();
    },
  });
  open.push(call);
  const until: Call['until'] = (name, wanted = () => true) =>
    new Promise((resolve) => {
      if (seen.some((event) => event.name === name && wanted(event.data))) resolve();
      else waits.push({ name, wanted, resolve });
    });
  const dataOf: Call['dataOf'] = (name) => call.events.filter((event) => event.name === name).map(({ data }) => data);
  return { ...call, until, dataOf };
}

interface Call extends PipecatCall {
  /** Resolves when the client has had such an event. */
  until(name: PipecatEvent['name'], wanted?: (data: unknown) => boolean): Promise<void>;
  dataOf(name: PipecatEvent['name']): readonly unknown[];
}

test('the client connects, talks, and has both transcripts and the metrics', async () => {
  const call = await start({ says: ['what time is it'], llm: ['It is seven.'] });
  await call.speak(600);
  await call.until('onMetrics');
  await call.until('onBotTranscript');
  expect(call.dataOf('onBotReady')).toEqual([
    { version: '2.1.0', about: expect.objectContaining({ library: 'antiphon' }) },
  ]);
  expect(call.dataOf('onUserTranscript')).toContainEqual({
    text: 'what time is it',
    user_id: 'user',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/u),
    final: true,
  });
  expect(call.dataOf('onBotTranscript')).toEqual([{ text: 'It is seven.' }]);
  expect(call.dataOf('onMetrics')).toMatchObject([
    { ttfb: [{ processor: 'stt' }, { processor: 'llm' }, { processor: 'tts' }] },
  ]);
  const order = [
    'onUserStartedSpeaking',
    'onUserStoppedSpeaking',
    'onBotLlmStarted',
    'onBotStartedSpeaking',
    'onBotStoppedSpeaking',
  ];
  const names: readonly string[] = call.events.map(({ name }) => name);
  expect(names.filter((name) => order.includes(name))).toEqual(order);
  while (call.playedMs() <= 400) await setImmediate();
});

test('what the start request has is custom_data', async () => {
  const seen: unknown[] = [];
  const call = await start({
    requestData: { table: 'four' },
    agent: {
      configure_session: ({ custom_data }) => {
        seen.push(custom_data);
        return {
          initial_messages: [],
          vad: { provider: 'silero' },
          stt: { provider: 'deepgram', api_key: 'none' },
          tts: { provider: 'deepgram', api_key: 'none' },
          session_data: {},
        };
      },
    },
  });
  expect([seen, call.client.state]).toEqual([[{ table: 'four' }], 'ready']);
});

test('the client sees function calls, with names and arguments if the server says so', async () => {
  const clock = defineFunction({
    description: 'Returns the time.',
    parameters: z.object({ zone: z.string() }),
    execute: () => 'seven',
  });
  const call = await start({
    rtvi: { report_functions: 'all' },
    llm: [{ calls: [{ name: 'clock', arguments: { zone: 'utc' } }] }, 'It is seven.'],
    agent: { functions: { clock } },
  });
  await call.client.sendText('What time is it?');
  await call.until('onBotTranscript');
  const tool_call_id = expect.any(String);
  expect(call.dataOf('onLLMFunctionCallStarted')).toEqual([{ function_name: 'clock' }]);
  expect(call.dataOf('onLLMFunctionCallInProgress')).toEqual([
    { function_name: 'clock', tool_call_id, arguments: { zone: 'utc' } },
  ]);
  expect(call.dataOf('onLLMFunctionCallStopped')).toEqual([
    { function_name: 'clock', tool_call_id, cancelled: false, result: 'seven' },
  ]);
});

const STORY =
  'Yesterday afternoon somebody telephoned regarding everything concerning breakfast arrangements at the hotel.';

test('the client knows of an interruption, and of what was heard', async () => {
  const call = await start({ first: STORY, says: ['stop'], llm: ['Yes?'] });
  await call.until('onBotStartedSpeaking');
  await call.listen(800);
  await call.speak(900);
  await call.until('onServerMessage');
  const [interrupted] = call.dataOf('onServerMessage') as { readonly type: string; readonly text: string }[];
  expect(interrupted).toEqual({ type: 'agent.interrupted', text: expect.any(String), heard: 'paced' });
  expect(STORY.startsWith(interrupted?.text ?? 'none')).toBe(true);
  const outputs = call.dataOf('onBotOutput') as { readonly spoken_status: string; readonly spoken_progress: object }[];
  expect(outputs.filter(({ spoken_status }) => spoken_status === 'in-progress')).toMatchObject([
    { spoken_progress: { accumulated_text: interrupted?.text } },
  ]);
});

test('requests of the client are answered', async () => {
  const call = await start({});
  expect(await call.client.sendClientRequest('input.mute', {})).toEqual({});
  await expect(call.client.sendClientRequest('weather', {})).rejects.toMatchObject({
    type: 'error-response',
    data: { error: expect.stringContaining('"data.t" of client-message') },
  });
  await call.client.sendText('Hi.', { run_immediately: false });
  await call.until('onMessageError', (message) => JSON.stringify(message).includes('run_immediately'));
});

test('keys of a telephone are words of the user', async () => {
  const call = await start({ llm: ['Thank you.'] });
  call.client.sendDTMF('42#');
  await call.until('onUserLlmText');
  expect(call.dataOf('onUserLlmText')).toEqual([{ text: '42' }]);
});

test('the client has the errors of the session', async () => {
  const call = await start({ llm: [{ text: 'No.', failAfterTokens: 0 }] });
  await call.client.sendText('Hello?');
  await call.until('onError');
  expect(call.dataOf('onError')).toMatchObject([
    { type: 'error', data: { error: expect.any(String), message: expect.any(String), fatal: false } },
  ]);
  expect(call.client.state).toBe('ready');
});

test('a client that is refused says why', async () => {
  await expect(start({ authenticate: () => undefined })).rejects.toThrow('The request has no valid credentials');
});

test('disconnectBot ends the session', async () => {
  const call = await start({});
  call.client.disconnectBot();
  await call.ended;
  expect(call.dataOf('onServerMessage')).toContainEqual({ type: 'session.ended', reason: 'ended_by_client' });
});
