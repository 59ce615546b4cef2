import { Writable } from 'node:stream';
import { fastify } from 'fastify';
import { describe, expect, test, onTestFinished } from 'vitest';
import { antiphon } from '../../../src/server/plugin.ts';
import { createApp } from '../../../src/server/connections/createApp.ts';
import { createConnectionLimits } from '../../../src/server/connections/limits.ts';
import { doubled, listening, openSocket, post, readRefusal } from '../support.ts';

/** The lines of a log at level trace, and the options of a logger that writes them. */
function createLog() {
  const lines: string[] = [];
  const stream = new Writable({
    write: (line, _encoding, done) => {
      lines.push(String(line));
      done();
    },
  });
  return { logger: { level: 'trace', stream }, log: () => lines.join('') };
}

const OPTIONS = doubled({ rtvi: {} });

async function createPlugged() {
  const { logger, log } = createLog();
  const app = fastify({ logger });
  onTestFinished(() => app.close());
  await app.register(antiphon, OPTIONS);
  return { app, log };
}

/** The app of `serve`. */
async function createServed() {
  const { logger, log } = createLog();
  const app = createApp(fastify, {
    limits: createConnectionLimits({}, false),
    logger,
    trustProxy: false,
    tls: undefined,
  });
  onTestFinished(() => app.close());
  await app.register(antiphon, OPTIONS);
  return { app, log };
}

/** The secret part of a token. */
const SECRET = 'eyJhbGciOiJIUzI1NiJ9.eyJqdGkiOiJ4In0.c2ln';
const TOKEN = `ek_${SECRET}`;

const WRONG = [
  `/v1/rtvi/medai?token=${TOKEN}`,
  `/v1/rtvi?token=${TOKEN}`,
  `/v1/twilio/mediaX/${TOKEN}`,
  `/v1/${TOKEN}`,
  `/v1/session?api_key=${SECRET}&a=b`,
  `/v1/nothing?a=b&Access-Token=${SECRET}`,
  `/v1/nothing?url=https://ada:${SECRET}@host.example/`,
];

describe.each([
  ['a plugin', createPlugged],
  ['a server', createServed],
])('the log of %s', (_name, create) => {
  test.each(WRONG)('has no token of a request for %s', async (url) => {
    const { app, log } = await create();
    for (const method of ['GET', 'POST', 'OPTIONS'] as const) await app.inject({ method, url });
    expect((await app.inject(url)).statusCode).toBe(404);
    expect(log()).not.toContain(SECRET);
  });

  test('has no token of a WebSocket that is not there', async () => {
    const { app, log } = await create();
    const at = await listening(app);
    await readRefusal(openSocket(`ws://${at.host}/v1/rtvi/medai?token=${TOKEN}`));
    expect(log()).not.toContain(SECRET);
  });

  test('has no token of the WebSocket that there is', async () => {
    const { app, log } = await create();
    const { token } = (await post(app, {}, '/v1/rtvi/connect')).json<{ token: string }>();
    await app.inject(`/v1/rtvi/media?token=${token}`);
    expect(log()).toContain('/v1/rtvi/connect');
    expect(log()).not.toContain(token.slice(3));
  });
});

describe('the log of a server', () => {
  test.each([`/rtvi?token=${TOKEN}`, `/v1/twilio/%zz/${TOKEN}`, `/healthz?token=${TOKEN}`])(
    'has the address of a request without its token: %s',
    async (url) => {
      const { app, log } = await createServed();
      await app.inject(url);
      expect(log()).toMatch(/(?:token=|ek_)\*\*\*/u);
      expect(log()).not.toContain(SECRET);
    },
  );

  test('has the rest of the line as fastify writes it', async () => {
    const { app, log } = await createServed();
    await app.inject('/healthz');
    expect(log()).toMatch(/"req":\{"method":"GET","url":"\/healthz","host":"[^"]+","remoteAddress":"127.0.0.1"/u);
  });
});
