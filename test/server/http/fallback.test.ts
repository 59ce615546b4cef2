import { once } from 'node:events';
import { expect, it } from 'vitest';
import { createLlmDouble } from '../../../src/testing/doubles/llm.ts';
import { createSttDouble } from '../../../src/testing/doubles/stt.ts';
import { createVadDouble } from '../../../src/testing/doubles/vad.ts';
import { createOpenAiTtsFake } from '../../fakes/openaiTts.ts';
import { createPeer } from '../faults/peer.ts';
import { API_KEY, startRefusing, startVendor } from '../faults/vendors.ts';
import { agentWith, appWith, config, listening, mediaOf, offerOf, openSocket, startSession } from '../support.ts';

const ANSWER = 'Your table is booked.';

it('a session whose first voice refuses the key is spoken by the second one, of a config that is plain JSON', async () => {
  const [refusing, speaking] = [await startRefusing(401), await startVendor(createOpenAiTtsFake({ key: API_KEY }))];
  const voice = (base_url: string): object => ({ provider: 'openai', api_key: API_KEY, base_url });
  const written = JSON.stringify({ provider: 'fallback', members: [voice(refusing), voice(speaking.url)] });
  const agent = agentWith({
    configure_session: () => ({ ...config, tts: JSON.parse(written) as never }),
    llm_response_handler: createLlmDouble([ANSWER]),
  });
  const app = await appWith({ agent, ports: { vad: createVadDouble(), stt: createSttDouble({ says: [] }) } });
  const at = await listening(app);
  const session = await startSession(app);
  const socket = openSocket(mediaOf(session, at), offerOf(session));
  const client = createPeer(socket);
  await once(socket, 'open');
  client.say({ type: 'input.text', text: 'book a table' });
  while (client.announced === 0) await once(socket, 'message');
  expect(client.messages.filter(({ type }) => type === 'error')).toMatchObject([{ code: 'provider_fallback' }]);
  expect(JSON.stringify(client.messages)).not.toContain(API_KEY);
  expect(client.messages.flatMap((message) => (message.type === 'agent.text' ? message.delta : [])).join('')).toBe(
    ANSWER,
  );
  expect(client.announced).toBeGreaterThan(10_000);
});
