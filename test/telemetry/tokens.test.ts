import { once } from 'node:events';
import type { FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { sign } from '../../src/server/adapters/twilio/signature.ts';
import { createTelemetry } from '../../src/telemetry/createTelemetry.ts';
import { appWith, authenticate, listening, openSocket, post, readRefusal } from '../server/support.ts';
import { createSpanStore } from './traced.ts';

const AUTH_TOKEN = '12345';
const PUBLIC = 'https://voice.example.com';
const OPTIONS = {
  public_url: PUBLIC,
  authenticate,
  rtvi: {},
  twilio: { auth_token: AUTH_TOKEN, signed_streams: false },
};

/** Starts a call of a telephone or of Pipecat's client, and returns the path of its socket with its token. */
type Start = (app: FastifyInstance) => Promise<{ readonly path: string; readonly token: string }>;

const startRtvi: Start = async (app) => {
  const { token } = (await post(app, {}, '/v1/rtvi/connect')).json<{ token: string }>();
  return { path: `/v1/rtvi/media?token=${token}`, token };
};

const startTwilio: Start = async (app) => {
  const url = '/v1/twilio/voice';
  const form = new URLSearchParams({ CallSid: 'CA1', AccountSid: 'AC1', From: '+15550001', To: '+15550002' });
  const { body } = await app.inject({
    method: 'POST',
    url,
    headers: {
      host: 'voice.example.com',
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': sign(AUTH_TOKEN, `${PUBLIC}${url}`, form),
    },
    payload: form.toString(),
  });
  const path = /(?<path>\/v1\/twilio\/media\/[^"]+)"/u.exec(body)?.groups?.['path'] ?? '';
  return { path, token: path.split('/').at(-1) ?? '' };
};

test.each([
  ['RTVI', startRtvi],
  ['Twilio', startTwilio],
])('no span has the token of a call over %s', async (_name, start) => {
  const { tracer, spans } = createSpanStore();
  const app = await appWith({ ...OPTIONS, telemetry: createTelemetry({ tracer }) });
  const at = await listening(app);
  const { path, token } = await start(app);
  const client = openSocket(`ws://${at.host}${path}`, { protocols: [], headers: { host: 'voice.example.com' } });
  await once(client, 'open');
  client.close();
  await once(client, 'close');
  await readRefusal(openSocket(`ws://${at.host}${path}`, { protocols: [], headers: { host: 'voice.example.com' } }));
  await app.close();
  const recorded = JSON.stringify(
    spans().map(({ name, attributes, events, links, status }) => ({ name, attributes, events, links, status })),
  );
  expect(recorded).toContain('ses_');
  expect(recorded).not.toContain(token.slice(3));
});
