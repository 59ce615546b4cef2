import type { FastifyPluginAsync } from 'fastify';
import { requirePackages } from '../core/requirePackages.ts';
import { knowsCallers } from './callers/createAuthenticate.ts';
import { fromEnvironment } from './callers/fromEnvironment.ts';
import type { AntiphonOptions } from './plugin.ts';
import { createRootPlugin } from './rootPlugin.ts';
import type { RunningServer, ServeOptions } from './serve.ts';

/** The optional packages that every server needs; the page of `serve` also needs @fastify/static. */
const PACKAGES = ['fastify', '@fastify/helmet', '@fastify/websocket', 'jose', 'prom-client'];

/**
 * Starts a server with an agent, and with a page to talk to it. Resolves when it is listening.
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
 * @throws (fails to register with) AntiphonError `usage_invalid`, also for an unknown option, an invalid agent or
 * invalid parts, or if a package is not installed
 */
export const antiphon: FastifyPluginAsync<AntiphonOptions> = createRootPlugin(async (app, options: AntiphonOptions) => {
  requirePackages(PACKAGES, 'antiphon');
  const plugin = await import('./plugin.ts');
  await plugin.antiphon(app, options);
});
