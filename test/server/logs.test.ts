import { once } from 'node:events';
import { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { fastify } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { defineFunction } from '../../src/session/agent.ts';
import { drain } from '../../src/server/life/drains.ts';
import { antiphon, type AntiphonOptions } from '../../src/server/plugin.ts';
import { recordTo } from '../../src/record/recordTo.ts';
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

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly session_id?: string;
}

function linesOf(log: string): readonly Line[] {
  return log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

describe('the log', () => {
  it('has a line when the server drains, with the sessions that may finish', async () => {
    const { app, log } = await logging({ drain_timeout: 7 });
    await app.ready();
    await drain(app);
    const line = linesOf(log()).find(({ msg }) => msg === 'the server is draining');
    expect(line).toMatchObject({ level: 30, sessions: 0, drain_timeout_s: 7 });
  });

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

  it('logs once why new token secrets are not used, without them', async () => {
    const [old, next] = ['the first of the secrets of this test', 'the second of them'];
    let secrets = [old];
    const { app, log } = await logging({ token_secrets: () => secrets });
    secrets = [next, old];
    await startSession(app);
    await startSession(app);
    expect(log().match(/"reason":"[^"]*"/gu)).toEqual([
      '"reason":"token_secrets[0]: expected at least 32 bytes, got 18 bytes"',
    ]);
    expect(log()).not.toMatch(/of the secrets|second of/u);
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

  it('logs no key of the config, whatever it looks like', async () => {
    const agent = agentWith({
      configure_session: () => ({ ...config, stt: { provider: 'deepgram', api_key: 'letters' } }),
      llm_response_handler: () => {
        throw new Error('not with letters');
      },
    });
    const { app, log } = await logging({ agent });
    const client = await joinSession(await startSession(app), await listening(app));
    client.send(JSON.stringify({ type: 'input.text', text: 'Hello?' }));
    await messageContaining(client, '"type":"error"');
    expect(log()).toContain('"msg":"not with ***"');
  });

  it('tells the client nothing of the exception of a function', async () => {
    const look_up = defineFunction({
      description: 'Looks up',
      parameters: z.object({}),
      execute: () => {
        throw new Error('no row of table guests');
      },
    });
    const llm_response_handler = createLlmDouble([{ calls: [{ name: 'look_up' }] }, 'Done.']);
    const { app, log } = await logging({ agent: agentWith({ functions: { look_up }, llm_response_handler }) });
    const client = await joinSession(await startSession(app), await listening(app));
    const received: string[] = [];
    client.on('message', (data: Buffer) => received.push(data.toString()));
    client.send(JSON.stringify({ type: 'input.text', text: 'Hello?' }));
    await messageContaining(client, '"content":"Done."');
    expect(received.join()).toContain('function_calls.executed');
    expect(received.join()).not.toContain('guests');
    expect(log()).toContain('guests');
  });

  it('has a line for each thing that happens to a session, and its usage', async () => {
    const agent = agentWith({ configure_session: () => ({ ...config, first_message: 'Good evening.' }) });
    const { app, log } = await logging({
      agent,
      prices: { currency: 'EUR', tts: { 'tts-double': { '*': { price: 1 } } } },
    });
    const session = await startSession(app);
    const client = await joinSession(session, await listening(app));
    client.send(JSON.stringify({ type: 'session.end' }));
    await once(client, 'close');
    const lines = linesOf(log()).filter(({ session_id }) => session_id === session.session_id);
    expect(lines.map(({ msg }) => msg)).toEqual(['session started', 'client joined', 'client left', 'session ended']);
    expect(lines[0]).toMatchObject({ level: 30, caller: 'anyone' });
    expect(lines.at(-1)).toMatchObject({
      level: 30,
      reason: 'ended_by_client',
      duration_s: expect.any(Number),
      usage: { stt: [{ provider: 'stt-double', seconds: 0 }], cost: { currency: 'EUR' } },
    });
  });

  it('has failures as warnings, and diagnostics at level debug', async () => {
    const refuse = (): never => {
      throw new Error('no');
    };
    const agent = agentWith({ llm_response_handler: refuse, on_user_message_added: refuse });
    const { app, log } = await logging({ agent });
    const client = await joinSession(await startSession(app), await listening(app));
    client.send(JSON.stringify({ type: 'input.text', text: 'Hello?' }));
    await messageContaining(client, '"handler_failed"');
    expect(linesOf(log())).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ level: 40, code: 'handler_failed' }),
        expect.objectContaining({ level: 20, code: 'event_handler_failed' }),
      ]),
    );
  });

  it('has a line for a session that is refused', async () => {
    const { app, log } = await logging({ max_sessions: 1 });
    await startSession(app);
    await post(app, {});
    expect(linesOf(log())).toContainEqual(
      expect.objectContaining({ level: 30, code: 'at_capacity', msg: 'request refused' }),
    );
  });

  it('has what is said if that is asked for, without its keys', async () => {
    const { app, log } = await logging({
      agent: agentWith({
        configure_session: () => ({ ...config, stt: { provider: 'deepgram', api_key: 'letters' } }),
        llm_response_handler: createLlmDouble(['I know the letters.']),
      }),
      log_transcripts: true,
    });
    const client = await joinSession(await startSession(app), await listening(app));
    client.send(JSON.stringify({ type: 'input.text', text: `My key is ${KEY}.` }));
    await messageContaining(client, '"content":"I know');
    const said = linesOf(log()).filter(({ msg }) => msg === 'a message');
    expect(said).toMatchObject([
      { role: 'user', text: 'My key is ***.' },
      { role: 'assistant', text: 'I know the ***.' },
    ]);
    expect(log()).not.toContain(KEY);
  });

  it('is asked for with true or false', async () => {
    const options = { log_transcripts: 'yes' } as unknown as Partial<AntiphonOptions>;
    await expect(logging(options)).rejects.toMatchObject({
      code: 'usage_invalid',
      message: 'log_transcripts: expected true or false, got yes',
    });
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

describe('a recording that cannot be written', () => {
  it('is a warning in the log, a metric and a detail of the health', async () => {
    const disk = { isFull: true };
    const record = recordTo((_session, failed) => {
      if (disk.isFull) failed(new Error('ENOSPC: no space left on device'));
      return { write: () => !disk.isFull, close: () => {} };
    });
    const { app, log } = await logging({ record });
    const untilHealth = async (recordings: string): Promise<void> => {
      while ((await app.inject('/readyz')).json<{ recordings: string }>().recordings !== recordings)
        await setImmediate();
    };
    await untilHealth('written');
    const at = await listening(app);
    const session = await startSession(app);
    await joinSession(session, at);
    await untilHealth('failing');
    const warning = linesOf(log()).find(({ msg }) => msg.includes('ENOSPC'));
    expect(warning).toMatchObject({ level: 40, session_id: session.session_id });
    expect((await app.inject('/metrics')).body).toContain('antiphon_recording_failures_total 1');
    disk.isFull = false;
    const next = await startSession(app);
    await joinSession(next, at);
    await app.inject({ method: 'DELETE', url: `/v1/sessions/${next.session_id}` });
    await untilHealth('written');
    expect((await app.inject('/readyz')).json()).toEqual({ ready: true, recordings: 'written' });
  });
});
