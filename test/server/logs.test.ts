import { Writable } from 'node:stream';
import { fastify } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { maskKeys } from '../../src/server/maskKeys.ts';
import { antiphon, type AntiphonOptions } from '../../src/server/plugin.ts';
import { createLlmDouble } from '../../src/testing/doubles/llm.ts';
import {
  agentWith,
  config,
  doubled,
  joinSession,
  openSocket,
  listening,
  mediaOf,
  post,
  readRefusal,
  startSession,
  offerOf,
  messageContaining,
} from './support.ts';

const KEY = 'sk-proj-0123456789abcdefghij';

/** An app that logs all it can, and what it has logged. */
async function logging(options: Partial<AntiphonOptions>) {
  const lines: string[] = [];
  const stream = new Writable({
    write: (line, _encoding, done) => {
      lines.push(String(line));
      done();
    },
  });
  const app = fastify({ logger: { level: 'trace', stream } });
  onTestFinished(() => app.close());
  await app.register(antiphon, doubled(options));
  return { app, log: () => lines.join('') };
}

describe('the log', () => {
  it('logs why a session could not be configured, without its key', async () => {
    const agent = agentWith({
      configure_session: () => {
        throw Object.assign(new Error(`Incorrect API key provided: ${KEY}`), { headers: { authorization: KEY } });
      },
    });
    const { app, log } = await logging({ agent });
    await post(app, {});
    expect(log()).toContain('"code":"handler_failed","reason":"Error: Incorrect API key provided: ***');
    expect(log()).not.toContain(KEY);
  });

  it('holds no token, used or refused', async () => {
    const { app, log } = await logging({});
    const at = await listening(app);
    const session = await startSession(app);
    await joinSession(session, at);
    await readRefusal(openSocket(mediaOf(session, at), offerOf(session)));
    expect(log()).toContain(session.session_id);
    expect(log()).not.toContain(session.transport.token.slice(3, 20));
  });

  it('logs what fails within a session, without its key', async () => {
    const agent = agentWith({
      configure_session: () => ({ ...config, stt: { provider: 'deepgram', api_key: KEY } }),
      llm_response_handler: () => {
        throw new Error(`no such model for ${KEY}`);
      },
    });
    const { app, log } = await logging({ agent });
    const session = await startSession(app);
    const client = await joinSession(session, await listening(app));
    client.send(JSON.stringify({ type: 'input.text', text: 'Hello?' }));
    await messageContaining(client, '"type":"error"');
    expect(log()).toContain(
      `"session_id":"${session.session_id}","code":"handler_failed","msg":"no such model for ***"`,
    );
    expect(log()).not.toContain(KEY);
  });

  it('does not log texts of users and agents', async () => {
    const { app, log } = await logging({
      agent: agentWith({ llm_response_handler: createLlmDouble(['A secret answer.']) }),
    });
    const client = await joinSession(await startSession(app), await listening(app));
    client.send(JSON.stringify({ type: 'input.text', text: 'A secret question.' }));
    await messageContaining(client, 'secret answer');
    expect(log()).not.toContain('secret');
  });
});

describe('what may be a key is masked', () => {
  it.each([
    ['of 20 characters', 'key abcdefghij0123456789!', 'key ***!'],
    ['not of 19', 'key abcdefghij012345678!', 'key abcdefghij012345678!'],
    ['with dashes', `Bearer ${KEY}`, 'Bearer ***'],
    ['but no long word', 'a misunderstandinglikethis', 'a misunderstandinglikethis'],
    ['nor a place in code', 'at file.ts:120:33', 'at file.ts:120:33'],
  ])('%s', (_what, text, shown) => {
    expect(maskKeys(text)).toBe(shown);
  });
});
