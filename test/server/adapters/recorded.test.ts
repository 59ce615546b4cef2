import { once } from 'node:events';
import { expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { replay } from '../../../src/replay/replay.ts';
import { createLlmDouble } from '../../../src/testing/doubles/llm.ts';
import type { Agent } from '../../../src/session/agent.ts';
import { dial, mediaUrl, upgradeHeaders } from '../../dialects/twilio.ts';
import { recorder, type KeptRecorder } from '../../replay/record.ts';
import { agentWith, appWith, listening, openSocket, type Data } from '../support.ts';
import { serveRestApi } from './telephone/restApi.ts';

type Input = Parameters<Agent<Data>['llm_response_handler']>[0];

const CART = { type: 'function', name: 'cart', parameters: { type: 'object', properties: {} } };

/** What the scripted conversation of all clients does not have. */
async function replayed({ recording }: KeptRecorder, holds: readonly string[]): Promise<void> {
  const text = JSON.stringify(recording().lines);
  for (const one of holds) expect(text).toContain(one);
  expect((await replay(recording())).difference).toBeNull();
}

/** Keeps the events of a socket. Returns what resolves with the first of a type. */
function eventsOf(socket: WebSocket): (type: string) => Promise<Readonly<Record<string, unknown>>> {
  const events: Readonly<Record<string, unknown>>[] = [];
  socket.on('message', (data: Buffer) => events.push(JSON.parse(data.toString())));
  return async (type) => {
    for (;;) {
      const found = events.find((event) => event['type'] === type);
      if (found !== undefined) return found;
      await once(socket, 'message');
    }
  };
}

test('a session whose client has brought instructions and a tool replays', async () => {
  const record = recorder();
  const llm = createLlmDouble<Input>([
    { calls: [{ name: 'cart' }] },
    ({ messages, session }) => {
      session.end({ after: 'speech' });
      return `You have ${messages.at(-1)?.content}.`;
    },
  ]);
  const app = await appWith({
    agent: agentWith({ llm_response_handler: llm }),
    record,
    realtime: { updates: { instructions: true, tools: true } },
  });
  const { host } = await listening(app);
  const socket = openSocket(`ws://${host}/v1/realtime`, { protocols: [], headers: { authorization: 'Bearer any' } });
  const send = (message: object): void => socket.send(JSON.stringify(message));
  const eventOf = eventsOf(socket);
  await eventOf('session.created');
  send({ type: 'session.update', session: { type: 'realtime', instructions: 'Be brief.', tools: [CART] } });
  const item = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'what is in my cart' }] };
  send({ type: 'conversation.item.create', item });
  const { call_id } = await eventOf('response.function_call_arguments.done');
  const output = { type: 'function_call_output', call_id, output: 'two apples' };
  send({ type: 'conversation.item.create', item: output });
  await once(socket, 'close');
  await replayed(record, ['Be brief.', 'two apples', 'You have two apples.']);
});

test('a call whose keys have made the agent transfer it replays', async () => {
  const record = recorder();
  const { url } = await serveRestApi();
  const agent = agentWith({ on_digits: ({ session }) => void session.transfer('+15550003', { after: 'now' }) });
  const app = await appWith({
    agent,
    record,
    public_url: 'https://voice.example.com',
    twilio: { auth_token: 'secret', api_url: url },
  });
  const { origin } = await listening(app);
  const answer = await dial(origin, { token: 'secret' });
  const headers = upgradeHeaders(answer, { token: 'secret' });
  const socket = openSocket(mediaUrl(origin, answer), { protocols: [], headers });
  await once(socket, 'open');
  const mediaFormat = { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 };
  socket.send(JSON.stringify({ event: 'start', streamSid: 'MZ1', start: { mediaFormat } }));
  for (const digit of ['1', '#']) socket.send(JSON.stringify({ event: 'dtmf', dtmf: { digit } }));
  await once(socket, 'close');
  await replayed(record, ['"digit"', '"transferred"']);
});
