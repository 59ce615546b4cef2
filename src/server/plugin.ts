import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import fp from 'fastify-plugin';
import { checkAgent } from '../session/checkAgent.ts';
import { checkParts } from '../session/checkParts.ts';
import type { SessionOptions } from '../session/createSession.ts';
import type { ServedAgent } from './calls/call.ts';
import { createCalls } from './calls/calls.ts';
import { registerRoutes } from './http/routes.ts';
import { createTokens } from './tokens.ts';
import { refuseUpgrades, registerWebSocket } from './webSocket.ts';

/** What the sessions of a server have in common: an agent, and what `createSession` can be given besides. */
export interface AntiphonOptions extends Omit<SessionOptions, 'id'> {
  /** Asked anew for every session. */
  readonly agent: ServedAgent;
  /** In front of every path, such as `/voice`. @default "" */
  readonly prefix?: string;
  /** Origins of pages, beside the server's own, that may use it: `https://example.com`. @default [] */
  readonly allowed_origins?: readonly string[] | undefined;
}

/**
 * A fastify plugin that serves sessions with an agent: `app.register(antiphon, { agent, prefix: '/voice' })`. It brings its
 * own routes, error handler and body parser, which nothing else in the app gets to see, and @fastify/websocket, unless the
 * app has registered that before, with `webSocketOptions`. Closing the app ends all sessions, `draining`.
 *
 * @throws (fails to register with) AntiphonError `usage_invalid`, also for an agent or parts that no session can start with
 */
export const antiphon: FastifyPluginAsync<AntiphonOptions> = fp(register, {
  name: 'antiphon',
  fastify: '5.x',
});

async function register(app: FastifyInstance, options: AntiphonOptions): Promise<void> {
  const { prefix = '', allowed_origins: allowedOrigins = [], ...setup } = options;
  checkAgent(setup.agent, ['configure_session', 'llm_response_handler']);
  checkParts(setup);
  const calls = createCalls({ ...setup, log: app.log });
  const tokens = createTokens();
  // Before that of @fastify/websocket, which would close the sockets without a word.
  app.addHook('preClose', () => {
    refuseUpgrades(app);
    return calls.close();
  });
  await registerWebSocket(app);
  await app.register(async (scope) => registerRoutes(scope, { calls, tokens, allowedOrigins }), { prefix });
}
