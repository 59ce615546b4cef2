import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { expect, it } from 'vitest';
import type { AntiphonOptions } from '../../src/server/plugin.ts';
import { BROKEN } from '../server/broken/ports.mjs';
import { watchLag } from '../support/watchLag.ts';
import {
  agentWith,
  appWith,
  config,
  openSocket,
  listening,
  mediaOf,
  startSession,
  offerOf,
} from '../server/support.ts';

const first_message = 'A long sentence that takes its time, and then some more.';
const agent = agentWith({ configure_session: () => ({ ...config, first_message }) });

it.each<[string, Partial<AntiphonOptions>, boolean]>([
  ['all is well', {}, false],
  ['the client has stopped reading', {}, true],
  ...Object.entries(BROKEN).map(([name, options]): [string, Partial<AntiphonOptions>, boolean] => [
    name,
    options,
    false,
  ]),
])('closing an app whose agent speaks takes less than a second where %s', async (_, options, isPaused) => {
  const app = await appWith({ agent, ...options });
  const at = await listening(app);
  const session = await startSession(app);
  const client = openSocket(mediaOf(session, at), offerOf(session));
  await once(client, 'message');
  if (isPaused) client.pause();
  const lag = watchLag();
  const began = performance.now();
  await app.close();
  expect(performance.now() - began).toBeLessThan(1000 + lag());
});
