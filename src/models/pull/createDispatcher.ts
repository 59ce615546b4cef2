import { EnvHttpProxyAgent, interceptors, type Dispatcher } from './libraries.ts';

const MOST_REDIRECTIONS = 5;

/** A connection to the servers of models, directly or through the proxies of the environment. */
export interface ModelsConnection {
  readonly dispatcher: Dispatcher;
  close(): Promise<void>;
}

/** Creates a connection that follows redirections and ends after `stallMs` without a byte. */
export function createDispatcher(env: NodeJS.ProcessEnv, stallMs: number): ModelsConnection {
  const agent = new EnvHttpProxyAgent({
    // An empty address means no proxy, also for an address in the environment of the process.
    httpProxy: env['http_proxy'] ?? env['HTTP_PROXY'] ?? '',
    httpsProxy: env['https_proxy'] ?? env['HTTPS_PROXY'] ?? '',
    noProxy: env['no_proxy'] ?? env['NO_PROXY'] ?? '',
    connect: { timeout: stallMs },
    headersTimeout: stallMs,
    bodyTimeout: stallMs,
  });
  return {
    dispatcher: agent.compose(interceptors.redirect({ maxRedirections: MOST_REDIRECTIONS })),
    close: () => agent.destroy(),
  };
}
