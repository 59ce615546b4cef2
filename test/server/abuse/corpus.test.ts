import { once } from 'node:events';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createLlmDouble } from '../../../src/testing/doubles/llm.ts';
import type { StartSessionResponse } from '../../../src/core/sessionRequests.ts';
import { agentWith, appWith, joinSession, listening, startSession } from '../support.ts';
import { closeCodeAfter, exchange } from './exchange.ts';
import { FRAME_CASES } from './frameCases.ts';
import { handshake, HANDSHAKE_CASES, type Doors } from './handshakeCases.ts';
import { HTTP_CASES } from './httpCases.ts';
import { witness } from './witness.ts';

const AT_ONCE = 50;

/** Runs so many cases at a time, with a witness that has lost nothing at the end, and no connection that is left open. */
async function abuse<Case, Result>(
  cases: readonly Case[],
  run: (one: Case, app: FastifyInstance, at: URL) => Promise<Result>,
): Promise<readonly Result[]> {
  const llm_response_handler = createLlmDouble(['We opened in nineteen eighty.']);
  // A session that is not given back is missing at the end.
  const app = await appWith({
    agent: agentWith({ llm_response_handler }),
    max_sessions: 2 * AT_ONCE,
    max_unauthenticated_per_minute: 1_000_000,
  });
  const at = await listening(app);
  const beside = witness(await joinSession(await startSession(app), at));
  const results: Result[] = [];
  for (let n = 0; n < cases.length; n += AT_ONCE) {
    const some = cases.slice(n, n + AT_ONCE).map((one) => run(one, app, at));
    await beside.speak(5);
    results.push(...(await Promise.all(some)));
  }
  const { samples, announced } = await beside.listened;
  expect(samples).toBe(announced);
  const { clients } = app.websocketServer;
  const closing = [...clients].filter(({ readyState }) => readyState !== WebSocket.OPEN);
  await Promise.all(closing.map((socket) => once(socket, 'close')));
  expect(clients.size).toBe(1);
  return results;
}

async function joinAndLeave(session: StartSessionResponse, at: URL): Promise<void> {
  const client = await joinSession(session, at);
  client.close();
  await once(client, 'close');
}

function doorsOf(mine: StartSessionResponse, other = mine): Doors {
  const { transport } = mine;
  return { path: new URL(transport.url).pathname, token: transport.token, otherToken: other.transport.token };
}

describe(`${HTTP_CASES.length + HANDSHAKE_CASES.length + FRAME_CASES.length} abuses`, () => {
  it('are more than 300', () => {
    expect(HTTP_CASES.length + HANDSHAKE_CASES.length + FRAME_CASES.length).toBeGreaterThanOrEqual(300);
  });

  it('of HTTP are answered with the right status', async () => {
    const answers = await abuse(HTTP_CASES, async ([name, bytes], _app, at) => {
      const { status, code } = await exchange(at, Buffer.from(bytes, 'latin1'));
      return [name, status, code];
    });
    expect(answers).toEqual(HTTP_CASES.map(([name, , status, code]) => [name, status, code]));
  });

  it('of the handshake are answered with the right status, and use no token up', async () => {
    let doors: Promise<readonly [StartSessionResponse, StartSessionResponse]> | undefined;
    const answers = await abuse(HANDSHAKE_CASES, async ([name, bytes], app, at) => {
      doors ??= Promise.all([startSession(app), startSession(app)]);
      const [mine, other] = await doors;
      const { status, code } = await exchange(at, Buffer.from(bytes(doorsOf(mine, other)), 'latin1'));
      // The last of them: the token is still good.
      if (name === HANDSHAKE_CASES.at(-1)?.[0]) await joinAndLeave(mine, at);
      return [name, status, code];
    });
    expect(answers).toEqual(HANDSHAKE_CASES.map(([name, , status, code]) => [name, status, code]));
  });

  it('of an open WebSocket are closed with the right code', async () => {
    const codes = await abuse(FRAME_CASES, async ([name, bytes], app, at) => {
      const session = await startSession(app);
      return [name, await closeCodeAfter(at, handshake(doorsOf(session)), bytes)];
    });
    expect(codes).toEqual(FRAME_CASES.map(([name, , code]) => [name, code]));
  });
});
