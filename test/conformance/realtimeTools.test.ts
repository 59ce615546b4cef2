import { once } from 'node:events';
import { expect, test } from 'vitest';
import { serve } from '../../src/server/serve.ts';
import type { Agent } from '../../src/session/agent.ts';
import { createLlmDouble } from '../../src/testing/doubles/llm.ts';
import { createSttDouble } from '../../src/testing/doubles/stt.ts';
import { createTtsDouble } from '../../src/testing/doubles/tts.ts';
import { createVadDouble } from '../../src/testing/doubles/vad.ts';
import { agentWith, type Data } from '../server/support.ts';
import { sdk } from './kit.ts';

interface Session {
  connect(options: object): Promise<void>;
  sendMessage(text: string): void;
  close(): void;
  on(event: string, listener: (...args: readonly never[]) => void): void;
  readonly transport: NodeJS.EventEmitter;
}

const { RealtimeAgent, RealtimeSession, tool } = sdk('@openai/agents-realtime') as {
  RealtimeAgent: new (options: object) => object;
  RealtimeSession: new (agent: object, options: object) => Session;
  tool: (definition: object) => object;
};

type Input = Parameters<Agent<Data>['llm_response_handler']>[0];

test('the Agents SDK brings instructions and a tool, executes it, and hears its result', async () => {
  const llm = createLlmDouble<Input>([
    { calls: [{ name: 'cart', arguments: '{"shop":"harbour"}' }] },
    ({ messages }) => `You have ${messages.at(-1)?.content}.`,
  ]);
  const server = await serve({
    agent: agentWith({ llm_response_handler: llm }),
    ports: { vad: createVadDouble(), stt: createSttDouble({ says: [] }), tts: createTtsDouble() },
    realtime: { updates: { instructions: true, tools: true } },
    port: 0,
    page: false,
    drain_on_sigterm: false,
  });
  const asked: unknown[] = [];
  const cart = tool({
    name: 'cart',
    description: 'Lists the cart.',
    parameters: {
      type: 'object',
      properties: { shop: { type: 'string' } },
      required: ['shop'],
      additionalProperties: false,
    },
    execute: (args: unknown) => {
      asked.push(args);
      return 'two apples';
    },
  });
  const guest = new RealtimeAgent({ name: 'guest', instructions: 'Be brief.', tools: [cart] });
  const session = new RealtimeSession(guest, { transport: 'websocket' });
  const errors: unknown[] = [];
  session.on('error', (error: never) => errors.push(error));
  try {
    await session.connect({ apiKey: 'any', url: `${server.url.replace('http', 'ws')}/v1/realtime?model=reception` });
    session.sendMessage('what is in my cart');
    const [done] = await once(session.transport, 'response.output_audio_transcript.done');
    expect(done).toMatchObject({ transcript: 'You have two apples.' });
  } finally {
    session.close();
    await server.close();
  }
  expect(asked).toEqual([{ shop: 'harbour' }]);
  expect(llm.inputs[0]?.messages[0]).toMatchObject({ role: 'system', content: expect.stringContaining('Be brief.') });
  expect(errors).toEqual([]);
}, 30_000);
