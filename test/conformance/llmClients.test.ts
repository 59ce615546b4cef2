import { describe, expect, test } from 'vitest';
import { chunks, toAiSdk, toAnthropic, toGemini, toResponses } from '../../src/llm/index.ts';
import { background } from '../llm/background.ts';
import { readAnswer } from '../llm/support.ts';
import { ANSWER, input, startServer } from './llmServer.ts';

/** A request with the history of a call in the background. */
const inBackground = { messages: background, tools: input.tools };

/** Packages of these tests: their types are not those of the project. */
// oxlint-disable-next-line typescript/no-explicit-any
const load = async (name: string): Promise<any> => import(/* @vite-ignore */ name);

describe('Anthropic', async () => {
  const { default: Anthropic } = await load('@anthropic-ai/sdk');
  const block = (index: number, content_block: object, delta: object) => [
    { type: 'content_block_start', index, content_block },
    { type: 'content_block_delta', index, delta },
    { type: 'content_block_stop', index },
  ];
  const message = { id: 'm', type: 'message', role: 'assistant', content: [], model: 'claude', stop_reason: null };
  const script = [
    { type: 'message_start', message: { ...message, usage: { input_tokens: 5, output_tokens: 1 } } },
    ...block(0, { type: 'text', text: '' }, { type: 'text_delta', text: 'Let me look.' }),
    ...block(
      1,
      { type: 'tool_use', id: 'c1', name: 'find_table', input: {} },
      { type: 'input_json_delta', partial_json: '{"guests":2}' },
    ),
    { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 9 } },
    { type: 'message_stop' },
  ];

  test.each(['stream', 'create'])('messages.%s', async (method) => {
    const { url, bodies } = await startServer(script);
    const { messages } = new Anthropic({ apiKey: 'none', baseURL: url });
    const request = { model: 'claude', max_tokens: 100, stream: true, ...toAnthropic(input) };
    expect(await readAnswer(messages[method](request))).toEqual(ANSWER);
    expect(bodies[0]).toMatchObject(toAnthropic(input));
  });

  test('a history with a call in the background', async () => {
    const { url, bodies } = await startServer(script);
    const { messages } = new Anthropic({ apiKey: 'none', baseURL: url });
    await readAnswer(messages.stream({ model: 'claude', max_tokens: 100, ...toAnthropic(inBackground) }));
    expect(bodies[0]).toMatchObject(toAnthropic(inBackground));
  });

  test('an error within the stream', async () => {
    const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
    const { url } = await startServer([script[0] ?? {}, overloaded]);
    const { messages } = new Anthropic({ apiKey: 'none', baseURL: url, maxRetries: 0 });
    await expect(readAnswer(messages.stream({ model: 'claude', max_tokens: 1, messages: [] }))).rejects.toThrow(
      'Overloaded',
    );
  });
});

const usage = {
  input_tokens: 5,
  output_tokens: 9,
  total_tokens: 14,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens_details: { reasoning_tokens: 0 },
};
const call = { type: 'function_call', id: 'i1', call_id: 'c1', name: 'find_table', status: 'completed' };

/** The events of a response with a text, and with a call if asked. */
function responseOf(text: string, calls: boolean): object[] {
  const said = { type: 'message', id: 'i0', role: 'assistant', status: 'completed' };
  const output = [
    { ...said, content: [{ type: 'output_text', text, annotations: [] }] },
    ...(calls ? [{ ...call, arguments: '{"guests":2}' }] : []),
  ];
  return [
    { type: 'response.created', response: { id: 'r', model: 'gpt', output: [] } },
    { type: 'response.output_item.added', output_index: 0, item: { ...said, content: [] } },
    { type: 'response.output_text.delta', item_id: 'i0', output_index: 0, content_index: 0, delta: text },
    ...(calls
      ? [
          { type: 'response.output_item.added', output_index: 1, item: { ...call, arguments: '' } },
          { type: 'response.function_call_arguments.delta', item_id: 'i1', output_index: 1, delta: '{"guests":2}' },
        ]
      : []),
    { type: 'response.completed', response: { id: 'r', model: 'gpt', status: 'completed', output, usage } },
  ].map((event, at) => ({ ...event, sequence_number: at }));
}

describe('OpenAI', async () => {
  const { default: OpenAI } = await load('openai');
  const { Agent, OpenAIResponsesModel, run, setTracingDisabled, tool } = await load('@openai/agents');
  setTracingDisabled(true);

  test('responses.create', async () => {
    const { url, bodies } = await startServer(responseOf('Let me look.', true));
    const { responses } = new OpenAI({ apiKey: 'none', baseURL: url });
    const stream = responses.create({ model: 'gpt', stream: true, store: false, ...toResponses(input) });
    expect(await readAnswer(stream)).toEqual(ANSWER);
    expect(bodies[0]).toMatchObject(toResponses(input));
  });

  test('a history with a call in the background', async () => {
    const { url, bodies } = await startServer(responseOf('It is booked.', false), []);
    const { chat, responses } = new OpenAI({ apiKey: 'none', baseURL: url });
    await readAnswer(responses.create({ model: 'gpt', stream: true, store: false, ...toResponses(inBackground) }));
    await chat.completions.create({ model: 'gpt', stream: true, ...inBackground });
    expect(bodies).toMatchObject([toResponses(inBackground), inBackground]);
  });

  test('a run of the Agents SDK, which carries out the call itself', async () => {
    const { url } = await startServer(responseOf('Let me look.', true), responseOf('Table 4 is yours.', false));
    const find = tool({
      name: 'find_table',
      description: 'Finds a table.',
      parameters: { type: 'object', properties: {}, required: [], additionalProperties: true },
      strict: false,
      execute: async () => 'table 4',
    });
    const model = new OpenAIResponsesModel(new OpenAI({ apiKey: 'none', baseURL: url }), 'gpt');
    const stream = run(new Agent({ name: 'concierge', model, tools: [find] }), 'A table for two.', { stream: true });
    expect(await readAnswer(stream)).toEqual({
      text: 'Let me look.\nTable 4 is yours.',
      calls: [],
      finish: 'stop',
      usage: [10, 18],
    });
  });
});

test('Gemini: generateContentStream', async () => {
  const { GoogleGenAI } = await load('@google/genai');
  const parts = [{ text: 'Let me look.' }, { functionCall: { id: 'c1', name: 'find_table', args: { guests: 2 } } }];
  const { url, bodies } = await startServer([
    { candidates: [{ content: { role: 'model', parts: [{ text: 'Hm.', thought: true }] } }], modelVersion: 'gemini' },
    {
      candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 9 },
    },
  ]);
  const { models } = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: url } });
  expect(await readAnswer(models.generateContentStream({ model: 'gemini', ...toGemini(input) }))).toEqual(ANSWER);
  const { contents, config } = toGemini(input);
  expect(bodies[0]).toMatchObject({ contents, tools: config.tools });
});

test('Gemini: a history with a call in the background', async () => {
  const { GoogleGenAI } = await load('@google/genai');
  const { url, bodies } = await startServer([
    { candidates: [{ content: { role: 'model', parts: [{ text: 'It is booked.' }] }, finishReason: 'STOP' }] },
  ]);
  const { models } = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: url } });
  const request = toGemini(inBackground);
  expect((await readAnswer(models.generateContentStream({ model: 'gemini', ...request }))).text).toBe('It is booked.');
  expect(bodies[0]).toMatchObject({ contents: request.contents });
});

describe.each([5, 6, 7])('AI SDK %i', async (version) => {
  const ai = await load(`ai${version}`);
  const { MockLanguageModelV2, MockLanguageModelV3, MockLanguageModelV4, simulateReadableStream } = await load(
    `ai${version}/test`,
  );
  const Model = MockLanguageModelV4 ?? MockLanguageModelV3 ?? MockLanguageModelV2;
  const end =
    version === 5
      ? { finishReason: 'tool-calls', usage: { inputTokens: 5, outputTokens: 9, totalTokens: 14 } }
      : {
          finishReason: { unified: 'tool-calls', raw: 'tool_calls' },
          usage: { inputTokens: { total: 5 }, outputTokens: { total: 9 } },
        };
  const parts = [
    { type: 'stream-start', warnings: [] },
    { type: 'reasoning-start', id: 'r' },
    { type: 'reasoning-delta', id: 'r', delta: 'Hm.' },
    { type: 'reasoning-end', id: 'r' },
    { type: 'text-start', id: 't' },
    { type: 'text-delta', id: 't', delta: 'Let me ' },
    { type: 'text-delta', id: 't', delta: 'look.' },
    { type: 'text-end', id: 't' },
    { type: 'tool-call', toolCallId: 'c1', toolName: 'find_table', input: '{"guests":2}' },
    { type: 'finish', ...end },
  ];
  /** A model that streams, and the prompts that it got. */
  const createModel = (streamed: readonly object[]) => {
    const prompts: { prompt: { role: string }[] }[] = [];
    const model = new Model({
      doStream: async (prompt: (typeof prompts)[number]) => {
        prompts.push(prompt);
        return { stream: simulateReadableStream({ chunks: streamed }) };
      },
    });
    return { model, prompts };
  };

  test('streamText', async () => {
    const { model, prompts } = createModel(parts);
    expect(await readAnswer(ai.streamText({ model, ...toAiSdk(input, ai.jsonSchema) }))).toEqual(ANSWER);
    expect(prompts[0]?.prompt.map(({ role }) => role)).toEqual(['system', 'assistant', 'user', 'assistant', 'tool']);
  });

  test('a history with a call in the background', async () => {
    const { model, prompts } = createModel(parts);
    expect(await readAnswer(ai.streamText({ model, ...toAiSdk(inBackground, ai.jsonSchema) }))).toEqual(ANSWER);
    // Version 5 leaves the results of one message apart.
    const roles = prompts[0]?.prompt.map(({ role }) => role.charAt(0)).join('');
    expect(roles?.replaceAll('tt', 't')).toBe('sauataatuaat');
  });

  test('textStream', async () => {
    const { model } = createModel(parts);
    const { textStream } = ai.streamText({ model, ...toAiSdk(input, ai.jsonSchema) });
    expect((await readAnswer(textStream)).text).toBe('Let me look.');
  });

  test('an error within the stream', async () => {
    const { model } = createModel([{ type: 'error', error: new Error('quota') }]);
    const stream = ai.streamText({ model, ...toAiSdk(input, ai.jsonSchema), onError: () => {} });
    await expect(readAnswer(stream)).rejects.toThrow("the model's stream failed: quota");
  });
});

describe('LangChain', async () => {
  const { FakeStreamingChatModel } = await load('@langchain/core/utils/testing');
  const { AIMessageChunk } = await load('@langchain/core/messages');
  const { ChatGenerationChunk } = await load('@langchain/core/outputs');
  const { tool } = await load('@langchain/core/tools');
  const { MessagesAnnotation, StateGraph } = await load('@langchain/langgraph');
  const { ToolNode, toolsCondition } = await load('@langchain/langgraph/prebuilt');

  const piece = (fields: object) => new AIMessageChunk({ content: '', ...fields });
  const first = [
    piece({ content: 'Let me look.' }),
    piece({ tool_call_chunks: [{ index: 0, id: 'c1', name: 'find_table', args: '{"gue' }] }),
    piece({ tool_call_chunks: [{ index: 0, args: 'sts":2}' }] }),
    piece({ usage_metadata: { input_tokens: 5, output_tokens: 9, total_tokens: 14 } }),
  ];
  const second = [piece({ content: 'Table 4 ' }), piece({ content: 'is yours.' })];

  /** A model that streams one script after the other. */
  class Model extends FakeStreamingChatModel {
    readonly #scripts = [first, second].values();

    async *_streamResponseChunks(
      _messages: unknown,
      _options: unknown,
      manager?: { handleLLMNewToken(...args: unknown[]): Promise<void> },
    ) {
      for (const message of this.#scripts.next().value ?? []) {
        const chunk = new ChatGenerationChunk({ message, text: message.content });
        yield chunk;
        await manager?.handleLLMNewToken(chunk.text, undefined, undefined, undefined, undefined, { chunk });
      }
    }
  }

  // oxlint-disable-next-line typescript/no-explicit-any
  const createModel = (): any => Reflect.construct(Model, [{}]);

  test('model.stream', async () => {
    expect(await readAnswer(createModel().stream('A table for two.'))).toEqual(ANSWER);
  });

  test.each(['messages', ['messages', 'updates']])(
    'a graph that carries out the call itself, streamMode %o',
    async (streamMode) => {
      const model = createModel();
      const find = tool(async () => 'table 4', {
        name: 'find_table',
        description: 'Finds a table.',
        schema: { type: 'object' },
      });
      const graph = new StateGraph(MessagesAnnotation)
        .addNode('agent', async ({ messages }: { messages: unknown }) => ({ messages: [await model.invoke(messages)] }))
        .addNode('tools', new ToolNode([find]))
        .addEdge('__start__', 'agent')
        .addConditionalEdges('agent', toolsCondition)
        .addEdge('tools', 'agent')
        .compile();
      const stream = graph.stream({ messages: [{ role: 'user', content: 'A table for two.' }] }, { streamMode });
      expect(await readAnswer(stream)).toEqual({
        text: 'Let me look.\nTable 4 is yours.',
        calls: [],
        finish: 'stop',
        usage: [5, 9],
      });
    },
  );
});

test('chunks of Chat Completions of the official client pass unchanged', async () => {
  const { default: OpenAI } = await load('openai');
  const head = { id: 'x', object: 'chat.completion.chunk', created: 1, model: 'gpt' };
  const sent = [{ ...head, choices: [{ index: 0, delta: { content: 'Hello.' }, finish_reason: null }] }];
  const { url } = await startServer(sent);
  const { chat } = new OpenAI({ apiKey: 'none', baseURL: url });
  const received: unknown[] = [];
  for await (const chunk of chunks(chat.completions.create({ model: 'gpt', messages: [], stream: true })))
    received.push(chunk);
  expect(received).toEqual(sent);
});
