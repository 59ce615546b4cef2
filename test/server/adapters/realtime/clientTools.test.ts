import { describe, expect, it } from 'vitest';
import { once } from 'node:events';
import { createLlmDouble } from '../../../../src/testing/doubles/llm.ts';
import type { RealtimeUpdates } from '../../../../src/server/adapters/realtime/realtimeOptions.ts';
import type { Agent } from '../../../../src/session/agent.ts';
import { agentWith, appWith, listening, openSocket, type Data } from '../../support.ts';

type Input = Parameters<Agent<Data>['llm_response_handler']>[0];
type Event = Readonly<Record<string, unknown>> & { readonly type: string };

const CART = { type: 'function', name: 'cart', parameters: { type: 'object', properties: {} } };

async function connect(llm: Agent<Data>['llm_response_handler'], updates?: RealtimeUpdates) {
  const app = await appWith({ agent: agentWith({ llm_response_handler: llm }), realtime: { updates } });
  const { host } = await listening(app);
  const socket = openSocket(`ws://${host}/v1/realtime`, { protocols: [], headers: { authorization: 'Bearer any' } });
  const events: Event[] = [];
  socket.on('message', (data: Buffer) => events.push(JSON.parse(data.toString())));
  const event = async (type: string, after = 0): Promise<Event> => {
    for (;;) {
      const found = events.slice(after).find((one) => one.type === type);
      if (found !== undefined) return found;
      await once(socket, 'message');
    }
  };
  await event('session.created');
  const send = (message: object): void => socket.send(JSON.stringify(message));
  const type = (text: string): void =>
    send({
      type: 'conversation.item.create',
      item: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
    });
  return { events, event, send, type };
}

describe('a session that its client changes', () => {
  it('calls a tool of the client, and answers with its result', async () => {
    const llm = createLlmDouble<Input>([
      { calls: [{ name: 'cart' }] },
      ({ messages }) => `You have ${messages.at(-1)?.content}.`,
    ]);
    const { events, event, send, type } = await connect(llm, { instructions: true, tools: true });
    send({ type: 'session.update', session: { type: 'realtime', instructions: 'Be brief.', tools: [CART] } });
    await event('session.updated');
    type('what is in my cart');
    const { response } = await event('response.done');
    const [call] = (response as { readonly output: readonly { readonly call_id: string }[] }).output;
    send({
      type: 'conversation.item.create',
      item: { type: 'function_call_output', call_id: call?.call_id, output: 'two apples' },
    });
    send({ type: 'response.create' });
    const { transcript } = await event('response.output_audio_transcript.done');
    expect(transcript).toBe('You have two apples.');
    await event('response.done', events.findIndex((one) => one.type === 'response.done') + 1);
    expect(llm.inputs[0]?.messages[0]).toMatchObject({ role: 'system', content: 'Be brief.' });
    expect(llm.inputs[0]?.tools).toMatchObject([{ function: { name: 'cart' } }]);
    const count = (name: string): number => events.filter((one) => one.type === name).length;
    expect([count('response.created'), count('response.done'), count('error')]).toEqual([2, 2, 0]);
  });

  it('changes nothing unless the server allows it', async () => {
    const llm = createLlmDouble<Input>(['Hello.']);
    const { events, event, send, type } = await connect(llm);
    send({ type: 'session.update', session: { type: 'realtime', instructions: 'Be rude.', tools: [CART] } });
    await event('session.updated');
    type('hello');
    await event('response.done');
    expect(events.flatMap(({ error }) => (error === undefined ? [] : [error]))).toMatchObject([
      { param: 'session.instructions' },
      { param: 'session.tools' },
    ]);
    expect(llm.inputs[0]?.messages.filter(({ role }) => role === 'system')).toEqual([]);
    expect(llm.inputs[0]?.tools).toBeUndefined();
  });
});

it.each([
  [{ tools: 'yes' }, 'realtime.updates.tools: expected true or false, got string'],
  [{ voices: { alto: { provider: 'deepgram' } } }, 'realtime.updates.voices.alto'],
  [
    { voices: { antiphon: {} } },
    "realtime.updates.voices.antiphon: expected another name: this one refers to the agent's own",
  ],
])('an option %j is refused', async (updates, message) => {
  await expect(appWith({ realtime: { updates: updates as RealtimeUpdates } })).rejects.toThrow(message);
});
