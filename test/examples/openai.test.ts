import { createSession, type ChatCompletionChunk, type SessionControl } from 'antiphon';
import {
  chunk,
  finish,
  opening,
  createSttDouble,
  toolCallChunk,
  createTransportDouble,
  createTtsDouble,
  createVadDouble,
} from 'antiphon/testing';
import { filter, firstValueFrom } from 'rxjs';
import { afterEach, expect, test, vi } from 'vitest';
import { createConcierge } from '../../examples/concierge/agent.ts';
import { askModel } from '../../examples/concierge/openai.ts';
import { completionService, type CompletionService } from './completionService.ts';

const HELLO = [opening(), chunk('Hello'), chunk(' there.'), finish()];
const session = { id: 'ses_test' } as SessionControl;

let service: CompletionService | undefined;

async function serving(...answers: Parameters<typeof completionService>[0]): Promise<CompletionService> {
  service = await completionService(answers);
  vi.stubEnv('OPENAI_API_KEY', 'sk-test');
  vi.stubEnv('OPENAI_BASE_URL', service.url);
  vi.stubEnv('OPENAI_MODEL', 'a-model');
  return service;
}

afterEach(async () => {
  vi.unstubAllEnvs();
  await service?.close();
});

test('a language model gets the conversation and the functions as they are, and its stream comes back as it is', async () => {
  const { requests } = await serving(HELLO);
  const messages = [{ role: 'user' as const, content: 'hello' }];
  const parameters = { type: 'object' };
  const tools = [
    { type: 'function' as const, function: { name: 'current_time', description: 'The time.', parameters } },
  ];
  const { signal } = new AbortController();
  const stream = await askModel({ messages, tools, signal, session, session_data: {} });
  expect(await chunksOf(stream)).toEqual(HELLO);
  expect(requests).toEqual([{ key: 'Bearer sk-test', body: { model: 'a-model', messages, tools, stream: true } }]);
});

test('the default model calls functions without reasoning first', async () => {
  const { requests } = await serving(HELLO);
  vi.stubEnv('OPENAI_MODEL', undefined);
  const { signal } = new AbortController();
  await chunksOf(await askModel({ messages: [], tools: undefined, signal, session, session_data: {} }));
  expect(requests[0]?.body).toMatchObject({ model: 'gpt-6-luna', reasoning_effort: 'none' });
});

test('where no function may be called the request names none', async () => {
  const { requests } = await serving(HELLO);
  const { signal } = new AbortController();
  await chunksOf(await askModel({ messages: [], tools: undefined, signal, session, session_data: {} }));
  expect(requests[0]?.body).not.toHaveProperty('tools');
});

test('a request is aborted as soon as the reply is cut', async () => {
  const { givenUp } = await serving('silence');
  const cut = new AbortController();
  const stream = await askModel({ messages: [], tools: undefined, signal: cut.signal, session, session_data: {} });
  const chunks = chunksOf(stream);
  cut.abort();
  expect(await chunks).toEqual([]);
  await firstValueFrom(givenUp);
});

test('with a key in the environment the concierge answers through the model, functions included', async () => {
  const call = toolCallChunk({ id: 'call_1', name: 'book_table', arguments: '{"people":2,"hour":7}' });
  const { requests } = await serving(
    [opening(), call, finish('tool_calls')],
    [opening(), chunk('Two at seven, with pleasure.'), finish()],
  );
  const agent = createConcierge();
  const config = await agent.configure_session({ custom_data: {}, signal: new AbortController().signal });
  const io = createTransportDouble();
  const ports = { vad: createVadDouble(), stt: createSttDouble({ says: [] }), tts: createTtsDouble({ msPerChar: 1 }) };
  const call$ = createSession(agent, { ...config, first_message: '' }, io, { ports });
  const added = firstValueFrom(call$.events$.pipe(filter(({ name }) => name === 'on_agent_message_added')));
  call$.start();
  io.user.text.next('a table for two at seven');
  expect(await added).toMatchObject({ input: { message: { content: 'Two at seven, with pleasure.' } } });
  call$.end();
  await call$.ended;
  expect(config.session_data.bookings).toEqual([{ people: 2, hour: 7 }]);
  expect(requests.map(({ body }) => (body['messages'] as unknown[]).length)).toEqual([2, 4]);
  expect(requests.map(({ body }) => 'tools' in body)).toEqual([true, false]);
});

async function chunksOf(stream: AsyncIterable<ChatCompletionChunk>): Promise<readonly ChatCompletionChunk[]> {
  const chunks: ChatCompletionChunk[] = [];
  for await (const one of stream) chunks.push(one);
  return chunks;
}
