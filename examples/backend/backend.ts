import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createBackend } from './createBackend.ts';
import { createLogins } from './logins.ts';
import { startSession } from './startSession.ts';
import { openVoiceServer, type OpenVoiceServer } from './voiceServer.ts';

const { PORT = '8080', PASSWORD = randomBytes(6).toString('base64url') } = process.env;
const logins = createLogins({ user: 'ada', password: PASSWORD });
let voice: Promise<OpenVoiceServer> | undefined;
const backend = createBackend({
  logins,
  startSession: async (request, signal) => startSession(await openVoice(), request, signal),
});
process.on('SIGINT', leave);

try {
  backend.listen(Number(PORT), '127.0.0.1');
  await once(backend, 'listening');
  const { url } = await openVoice();
  console.log(`Open ${origin()} and log in as ada with the password ${PASSWORD}. Sessions start at ${url}.`);
} catch (error) {
  console.error(`backend: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
  backend.close();
}

function origin(): string {
  return `http://127.0.0.1:${(backend.address() as AddressInfo).port}`;
}

/** Its pages are known by the address of the backend, so it is opened when the backend listens. */
function openVoice(): Promise<OpenVoiceServer> {
  voice ??= openVoiceServer(origin(), process.env);
  return voice;
}

function leave(): void {
  backend.close();
  void voice?.then(({ close }) => close()).finally(() => process.exit());
}
