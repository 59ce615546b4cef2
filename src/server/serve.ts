import type { FastifyInstance, FastifyServerOptions, fastify } from 'fastify';
import { AntiphonError } from '../core/errors.ts';
import { sendError, sendProblem } from './http/sendError.ts';
import { drain } from './life/drains.ts';
import { leaveOnSigterm, type Leaving } from './life/leaveOnSigterm.ts';
import { knowsCallers } from './callers/createAuthenticate.ts';
import { fromEnvironment } from './callers/fromEnvironment.ts';
import { checkHost, isLoopback } from './loopback.ts';
import { demoPage, type PageText } from './demoPage.ts';
import { antiphon, type AntiphonOptions } from './plugin.ts';
import { Problem } from './problem.ts';
import { messageOf } from '../core/messageOf.ts';

export interface ServeOptions extends AntiphonOptions, PageText {
  /** 0 chooses a free port. @default 3000 */
  readonly port?: number | undefined;
  /** A loopback address (`localhost`, `127.0.0.1`, `::1`), or any if the server knows its callers. @default "127.0.0.1" */
  readonly host?: string | undefined;
  /** True to serve the demo page at `/`. @default true */
  readonly page?: boolean | undefined;
  /** True to drain on SIGTERM and then end the process; a second signal ends it within a second. @default true */
  readonly drain_on_sigterm?: boolean | undefined;
  /** The `logger` option of fastify. @default warnings and errors, as JSON lines on stdout */
  readonly logger?: FastifyServerOptions['logger'];
}

/** A listening server. */
export interface RunningServer {
  /** The address, without a trailing slash. */
  readonly url: string;
  /** Refuses new sessions, tells the clients, lets their sessions finish for up to `drain_timeout`, and closes. */
  drain(): Promise<void>;
  /** Ends all sessions and stops listening, within 1 s. */
  close(): Promise<void>;
}

/**
 * Starts a server with an agent, and with a page to talk to it. Resolves when it listens.
 *
 * @throws (rejects with) AntiphonError `usage_invalid` if the port is in use, the host is not loopback, or the optional
 * package fastify is not installed
 */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const {
    port = 3000,
    host = '127.0.0.1',
    page: withPage = true,
    about,
    phrases,
    logger = { level: 'warn' },
    drain_on_sigterm: drainsOnSigterm = true,
    ...rest
  } = fromEnvironment(options, process.env);
  if (!knowsCallers(rest)) assertLoopback(host);
  // Does not wait for clients that never finish a request or never close.
  const app = (await loadFastify())({ logger, forceCloseConnections: true });
  app.setErrorHandler(sendError);
  app.setNotFoundHandler((_request, reply) => sendProblem(new Problem('not_found'), reply));
  if (!knowsCallers(rest)) app.addHook('onRequest', checkHost);
  await app.register(antiphon, rest);
  if (withPage) await app.register(demoPage, { about, phrases });
  const url = await listen(app, host, port);
  const close = (): Promise<void> => app.close().finally(stay);
  const server: Leaving = { drain: () => drain(app).then(close), close };
  const stay = drainsOnSigterm ? leaveOnSigterm(server) : () => undefined;
  return { url, ...server };
}

function assertLoopback(host: string): void {
  if (isLoopback(host)) return;
  throw new AntiphonError(
    'usage_invalid',
    `host ${host}: this server does not know its callers, so anyone who can reach it can start sessions at your cost; ` +
      'it listens on loopback only (localhost, 127.0.0.1, ::1). To be reached from elsewhere, give it api_keys, ' +
      'api_keys_file or authenticate.',
  );
}

async function loadFastify(): Promise<typeof fastify> {
  try {
    return (await import('fastify')).fastify;
  } catch (cause) {
    const message = 'serve needs the package fastify: npm install fastify';
    throw new AntiphonError('usage_invalid', message, { cause });
  }
}

async function listen(app: FastifyInstance, host: string, port: number): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (cause) {
    await app.close();
    throw new AntiphonError('usage_invalid', `port ${port} of ${host}: ${describeListenError(cause)}`, { cause });
  }
}

function describeListenError(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return 'it is in use by another program; choose another port';
  if (code === 'EACCES') return 'this user may not listen there; choose a port above 1023';
  return messageOf(error);
}
