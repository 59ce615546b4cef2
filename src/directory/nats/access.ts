import type { ConnectionOptions } from '@nats-io/transport-node';
import { refuse } from '../options.ts';
import { requirePackages } from '../../core/requirePackages.ts';
import { findReachable } from './reachable.ts';

export interface NatsAccessOptions {
  readonly url: string | readonly string[];
  readonly credentials: string | undefined;
  readonly prefix: string;
  readonly timeoutMs: number;
}

const PACKAGES = ['@nats-io/transport-node', '@nats-io/jetstream', '@nats-io/kv'];

/**
 * Checks the server addresses and the credentials, and that the packages are installed. Returns a function that creates
 * the options of a named connection.
 *
 * @throws AntiphonError `usage_invalid`
 */
export function createNatsAccess(
  { url, credentials, prefix, timeoutMs }: NatsAccessOptions,
  user: string,
): (name: string) => Promise<ConnectionOptions> {
  const servers = [url].flat().map(parseServer);
  if (servers.length === 0) refuse('url', 'an address', 'none');
  // Do not quote it: it is a secret.
  if (credentials !== undefined && !/BEGIN NATS USER JWT/u.test(credentials))
    refuse('credentials', 'the content of a .creds file', 'another text');
  if (!/^[\w-]{1,64}$/u.test(prefix))
    refuse('prefix', 'up to 64 letters, digits, - and _', `${prefix.length} characters`);
  requirePackages(PACKAGES, user);
  return async (name) => ({ ...(await describeConnection(servers, credentials, timeoutMs)), name });
}

function parseServer(text: string): URL {
  // Do not quote it: it may contain a password.
  if (!URL.canParse(text)) refuse('url', 'a nats:// or tls:// address', 'none');
  const server = new URL(text);
  if (!/^(nats|tls):$/u.test(server.protocol) || server.hostname === '')
    refuse('url', 'a nats:// or tls:// address', 'none');
  return server;
}

async function describeConnection(
  servers: readonly URL[],
  credentials: string | undefined,
  timeoutMs: number,
): Promise<ConnectionOptions> {
  const { credsAuthenticator } = await import('@nats-io/transport-node');
  return {
    servers: [...(await findReachable(servers, timeoutMs))],
    timeout: timeoutMs,
    // A link that has ended is replaced by another one.
    reconnect: false,
    // Try each server under the address at which it was found to be reachable.
    resolve: false,
    noAsyncTraces: true,
    ...(servers.some(({ protocol }) => protocol === 'tls:') && { tls: {} }),
    ...(credentials === undefined ? userOf(servers) : { authenticator: credsAuthenticator(Buffer.from(credentials)) }),
  };
}

function userOf(servers: readonly URL[]): ConnectionOptions {
  const { username = '', password = '' } = servers.find((server) => server.username !== '') ?? {};
  if (username === '') return {};
  const user = decodeURIComponent(username);
  return password === '' ? { token: user } : { user, pass: decodeURIComponent(password) };
}
