import type { FastifyPluginAsync } from 'fastify';
import { requirePackages } from '../core/requirePackages.ts';
import { fromEnvironment, knowsCallers } from './callers/createAuthenticate.ts';
import type { AntiphonOptions } from './plugin.ts';
import { createRootPlugin } from './connections/rootPlugin.ts';
import type { RunningServer, ServeOptions } from './serve.ts';

/** The optional packages that every server needs; the page of `serve` also needs @fastify/static. */
const PACKAGES = ['fastify', '@fastify/helmet', '@fastify/websocket', 'jose', 'prom-client'];

/**
 * Starts a server with an agent, and with a page to talk to it. Resolves when it is listening.
 *
 * @example
 * ```ts
 * import type { Agent } from 'antiphon';
 * import { serve } from 'antiphon/server';
 *
 * declare const agent: Agent;
 * const server = await serve({ agent, port: 3000 });
 * console.log(server.url); // a page to talk to the agent: http://127.0.0.1:3000
 * ```
 *
 * @throws (rejects with) AntiphonError `usage_invalid` if the port is in use, the host is not loopback and the server
 * does not identify its callers, an option is unknown or invalid, or a package is not installed
 */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { page = !knowsCallers(fromEnvironment(options, process.env)) } = options;
  requirePackages(page ? [...PACKAGES, '@fastify/static'] : PACKAGES, 'serve');
  const server = await import('./serve.ts');
  return server.serve(options);
}

/**
 * A fastify plugin that serves sessions with an agent: `app.register(antiphon, { agent, prefix: '/voice' })`. Its
 * routes, error handler and body parser are encapsulated. It registers @fastify/websocket, unless the app has already
 * registered it with `webSocketOptions`. Closing the app ends all sessions with `draining`.
 *
 * @example
 * ```ts
 * import type { Agent } from 'antiphon';
 * import { antiphon } from 'antiphon/server';
 * import { fastify } from 'fastify';
 *
 * declare const agent: Agent;
 * const app = fastify({ logger: true });
 * await app.register(antiphon, { agent, prefix: '/voice', api_keys_file: 'keys.json' });
 * await app.listen({ port: 8080, host: '127.0.0.1' });
 * ```
 *
 * @throws (fails to register with) AntiphonError `usage_invalid`, also for an unknown option, an invalid agent or
 * invalid parts, or if a package is not installed
 */
export const antiphon: FastifyPluginAsync<AntiphonOptions> = createRootPlugin(async (app, options: AntiphonOptions) => {
  requirePackages(PACKAGES, 'antiphon');
  const plugin = await import('./plugin.ts');
  await plugin.antiphon(app, options);
});
