import { expect, test } from 'vitest';
import { createRtcClient } from './rtcClient.ts';
import { offerTo, serveRtc } from './serveRtc.ts';
import { startSession } from '../../server/support.ts';

test('a client that tells no address, as a browser without a microphone, is found by its own checks', async () => {
  const server = await serveRtc();
  const session = await startSession(server.app);
  const client = await createRtcClient();
  const offer = client.offer.replace(/ 127\.0\.0\.1 (?=\d+ typ host)/gu, ' 5b1d1f0a.local ');
  await client.accept(await (await offerTo(server.url, session, offer)).text());
  expect((await client.message('session.started')).session_id).toBe(session.session_id);
});
