import { once } from 'node:events';
import { expect, test } from 'vitest';
import type { ServerMessage } from '../../../src/core/protocol.ts';
import type { Usage } from '../../../src/core/usage.ts';
import { sessionResponse } from '../../../src/server/http/schemas.ts';
import { toClientUsage, toUsageResource, usageSchema } from '../../../src/server/usage/usageResource.ts';
import type { Prices } from '../../../src/session/usage/prices.ts';
import { createLlmDouble } from '../../../src/testing/doubles/llm.ts';
import { agentWith, appWith, config, listening, mediaOf, offerOf, openSocket, startSession } from '../support.ts';

const tokens = (count: number) => ({ prompt_tokens: count, completion_tokens: count, total_tokens: 2 * count });
const wasted = { superseded: tokens(1), interrupted: tokens(2), failed: tokens(0) };
const usage: Usage = {
  stt: [
    { provider: 'a', model: null, seconds: 0.1, cost: '1' },
    { provider: 'b', model: 'm', seconds: 0.2 },
  ],
  tts: [{ provider: 'c', model: 'v', characters: 12, heardCharacters: 7 }],
  llm: [
    { model: 'x', calls: 2, unreportedCalls: 1, tokens: tokens(10), wasted, cost: '2' },
    { model: null, calls: 1, unreportedCalls: 0, tokens: tokens(3), wasted },
  ],
  cost: { currency: 'USD', amount: '3', complete: false },
};

test('a client gets sums, without providers and money', () => {
  expect(toClientUsage(usage)).toEqual({
    stt_seconds: 0.3,
    tts_characters: 12,
    heard_characters: 7,
    prompt_tokens: 13,
    completion_tokens: 13,
    wasted_tokens: 12,
  });
});

test('the resource names providers and money, as the OpenAPI document says', () => {
  const resource = toUsageResource(usage);
  expect(usageSchema.parse(JSON.parse(JSON.stringify(resource)))).toEqual(resource);
  expect(resource.tts).toEqual([{ provider: 'c', model: 'v', characters: 12, heard_characters: 7 }]);
  expect(resource.llm[0]).toMatchObject({ calls: 2, unreported_calls: 1, cost: '2' });
});

test('a session that has said something shows what that cost, also after its end', async () => {
  const prices: Prices = { currency: 'EUR', tts: { 'tts-double': { '*': { price: '0.001' } } } };
  const agent = agentWith({
    configure_session: () => ({ ...config, first_message: 'Hello.' }),
    llm_response_handler: createLlmDouble(['Yes.']),
  });
  const app = await appWith({ agent, prices });
  const at = await listening(app);
  const session = await startSession(app);
  const client = openSocket(mediaOf(session, at), offerOf(session));
  const messages: ServerMessage[] = [];
  client.on('message', (data: Buffer, isBinary: boolean) => {
    if (isBinary) return;
    const message = JSON.parse(data.toString()) as ServerMessage;
    messages.push(message);
    if (message.type === 'agent.text') client.send(JSON.stringify({ type: 'session.end' }));
  });
  await once(client, 'close');
  const ended = messages.at(-1);
  expect(ended).toMatchObject({ usage: { stt_seconds: 0, tts_characters: 6 } });
  expect(JSON.stringify(ended)).not.toContain('EUR');
  const resource = (await app.inject(`/v1/sessions/${session.session_id}`)).json();
  expect(sessionResponse.parse(resource)).toMatchObject({
    usage: {
      tts: [{ provider: 'tts-double', characters: 6, cost: '0.006' }],
      cost: { currency: 'EUR', amount: '0.006' },
    },
  });
});
