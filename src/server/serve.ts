import { fastify, type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { checkOptions } from '../core/checkOptions.ts';
import type { NameSet } from '../core/names.ts';
import { AntiphonError } from '../core/errors.ts';
import { createApp, type TlsOptions } from './connections/createApp.ts';
import { createConnectionLimits, type ConnectionOptions } from './connections/limits.ts';
import { drain } from './life/drains.ts';
import { leaveOnSigterm, type Leaving } from './life/leaveOnSigterm.ts';
import { knowsCallers, fromEnvironment } from './callers/createAuthenticate.ts';
import { createAddress } from './addresses/address.ts';
import { createHostCheck, refuseForwarded } from './addresses/checkHost.ts';
import { isLoopback, parsePublicUrl } from './addresses/publicUrl.ts';
import { demoPage, type DemoPageOptions, type PageText } from './demo/demoPage.ts';
import { answerOtherMethods } from './http/otherMethods.ts';
import { antiphon, PLUGIN_OPTIONS, type AntiphonOptions } from './plugin.ts';
import { messageOf } from '../core/messageOf.ts';

export interface ServeOptions extends AntiphonOptions, PageText, ConnectionOptions {
  /** The port; 0 selects a free one. @default 3000 */
  readonly port?: number | undefined;
  /**
   * A loopback address (`localhost`, `127.0.0.1`, `::1`), or any address if the server identifies its callers.
   *
   * @default "127.0.0.1"
   */
  readonly host?: string | undefined;
  /** The private key and the certificate chain in PEM, to serve https and wss. @default http and ws */
  readonly tls?: TlsOptions | undefined;
  /**
   * The proxies whose `X-Forwarded-*` headers are trusted: true for all, or addresses such as `127.0.0.1` and
   * `10.0.0.0/8`. The server must identify its callers.
   *
   * @default false
   */
  readonly trust_proxy?: boolean | string | readonly string[] | undefined;
  /**
   * Whether to serve the demo page at `/`.
   *
   * @default true, unless the server identifies its callers: a page has no key
   */
  readonly page?: boolean | undefined;
  /** Whether to drain on SIGTERM and then end the process; a second signal ends it within a second. @default true */
  readonly drain_on_sigterm?: boolean | undefined;
  /** The `logger` option of fastify. @default warnings and errors, as JSON lines on stdout */
  readonly logger?: FastifyServerOptions['logger'];
}

const OPTIONS: NameSet<keyof ServeOptions> = {
  ...PLUGIN_OPTIONS,
  port: true,
  host: true,
  tls: true,
  trust_proxy: true,
  page: true,
  about: true,
  phrases: true,
  engines: true,
  studio: true,
  drain_on_sigterm: true,
  logger: true,
  max_connections: true,
  max_connections_per_ip: true,
  header_timeout: true,
  request_timeout: true,
  keep_alive_timeout: true,
};
const TLS: NameSet<keyof TlsOptions> = { key: true, cert: true };

/** A listening server. */
export interface RunningServer {
  /** The URL, without a trailing slash. */
  readonly url: string;
  /** Refuses new sessions, tells the clients, lets their sessions finish for up to `drain_timeout`, and closes. */
  drain(): Promise<void>;
  /** Ends all sessions and stops listening, within 1 s. */
  close(): Promise<void>;
}

/** Starts a server. `serve` in lazyServer.ts loads it. */
export async function serve(given: ServeOptions): Promise<RunningServer> {
  checkOptions('serve', given, OPTIONS);
  if (given.tls !== undefined) checkOptions('serve.tls', given.tls, TLS);
  const options = fromEnvironment(given, process.env);
  const { port = 3000, host = '127.0.0.1', drain_on_sigterm: drainsOnSigterm = true, ...rest } = options;
  if (!knowsCallers(rest)) assertLocal(host, rest);
  const app = await buildApp(rest);
  const url = await listen(app, host, port);
  const close = (): Promise<void> => app.close().finally(stay);
  const server: Leaving = { drain: () => drain(app).then(close), close };
  const stay = drainsOnSigterm ? leaveOnSigterm(server) : () => undefined;
  return { url, ...server };
}

async function buildApp(options: Omit<ServeOptions, 'port' | 'host' | 'drain_on_sigterm'>): Promise<FastifyInstance> {
  const isKnowing = knowsCallers(options);
  const {
    page = !isKnowing,
    about,
    engines,
    phrases,
    studio,
    logger = { level: 'warn' },
    trust_proxy = false,
    tls,
    ...others
  } = options;
  const { max_connections, max_connections_per_ip, header_timeout, request_timeout, keep_alive_timeout, ...plugin } =
    others;
  const connection = { max_connections, max_connections_per_ip, header_timeout, request_timeout, keep_alive_timeout };
  const limits = createConnectionLimits(connection, trust_proxy !== false);
  const publicUrl = plugin.public_url === undefined ? undefined : parsePublicUrl(plugin.public_url);
  const nodeUrl = plugin.cluster && parsePublicUrl(plugin.cluster.url, 'cluster.url');
  const app = createApp(fastify, { limits, logger, trustProxy: trust_proxy, tls });
  app.addHook('onRequest', createHostCheck(createAddress(publicUrl, '', nodeUrl), isKnowing ? 'probes' : 'none'));
  if (!isKnowing) app.addHook('onRequest', refuseForwarded);
  await app.register(antiphon, plugin);
  if (page)
    await app.register((scope) => servePage(app, scope, { about, engines, phrases, studio, publicUrl, nodeUrl }));
  return app;
}

async function servePage(app: FastifyInstance, scope: FastifyInstance, options: DemoPageOptions): Promise<void> {
  answerOtherMethods(app, scope);
  await demoPage(scope, options);
}

/** Checks every option that could make this server reachable from other machines. */
function assertLocal(
  host: string,
  { public_url, trust_proxy, cluster }: Pick<ServeOptions, 'public_url' | 'trust_proxy' | 'cluster'>,
): void {
  const isLocalNode = cluster === undefined || isLoopback(parsePublicUrl(cluster.url, 'cluster.url').hostname);
  const [open] = Object.entries({ public_url, trust_proxy, 'cluster.url': !isLocalNode }).filter(
    ([, value]) => value !== undefined && value !== false,
  );
  if (isLoopback(host) && open === undefined) return;
  throw new AntiphonError(
    'usage_invalid',
    `${open === undefined ? `host ${host}` : open[0]}: this server does not identify its callers, so anyone who can reach it could start ` +
      'sessions at your expense; it serves only this machine (localhost, 127.0.0.1, ::1). To serve other machines, set ' +
      'api_keys, api_keys_file or authenticate.',
  );
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
