import type { ConnectionOptions } from '@nats-io/transport-node';
import type { NodeProfile, SessionDirectory } from '../../core/sessionDirectory.ts';
import { createDirectory } from '../createDirectory.ts';
import { createDirectorySettings, refuse, type DirectoryOptions } from '../options.ts';
import { requirePackages } from '../requirePackages.ts';
import { openNatsLink } from './link.ts';
import { NatsEngine } from './natsEngine.ts';
import { findReachable } from './reachable.ts';

/** Options of `createNatsDirectory`. */
export interface NatsDirectoryOptions extends DirectoryOptions {
  /**
   * `nats://user:password@host:port` or `nats://token@host:port`; `tls://` for TLS. Several are the servers of one cluster, and the first one has
   * the user.
   */
  readonly url: string | readonly string[];
  /** The content of a `.creds` file, instead of a user. */
  readonly credentials?: string | undefined;
  /** Names the service: nodes of the same one know each other. Up to 64 letters, digits, `-` and `_`. @default antiphon */
  readonly prefix?: string | undefined;
}

const PACKAGES = ['@nats-io/transport-node', '@nats-io/jetstream', '@nats-io/kv'];

/**
 * Creates a directory on NATS 2.9 or later with JetStream, for the nodes of several machines. It needs the packages @nats-io/transport-node,
 * @nats-io/jetstream and @nats-io/kv. It opens one connection for each node that is registered.
 *
 * @throws AntiphonError `usage_invalid` for an option, or if a package is not installed
 */
export function createNatsDirectory(options: NatsDirectoryOptions): SessionDirectory {
  const { url, credentials, prefix = 'antiphon', ...others } = options;
  const settings = createDirectorySettings(others);
  const servers = [url].flat().map(parseServer);
  if (servers.length === 0) refuse('url', 'an address', 'none');
  // Not quoted: it is a secret.
  if (credentials !== undefined && !/BEGIN NATS USER JWT/u.test(credentials))
    refuse('credentials', 'the content of a .creds file', 'another text');
  if (!/^[\w-]{1,64}$/u.test(prefix))
    refuse('prefix', 'up to 64 letters, digits, - and _', `${prefix.length} characters`);
  requirePackages(PACKAGES, 'createNatsDirectory');
  const { timeoutMs, expiryMs } = settings;
  const open = async (node: NodeProfile) => {
    const connection = await describeConnection(servers, credentials, timeoutMs);
    return openNatsLink({ connection: { ...connection, name: `${prefix} ${node.id}` }, prefix, expiryMs, timeoutMs });
  };
  return createDirectory((node) => new NatsEngine(node, () => open(node), settings), settings);
}

function parseServer(text: string): URL {
  // Not quoted: it may have a password.
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
    // Another link takes the place of one that has ended.
    reconnect: false,
    // Each server is tried as it was found to be reachable.
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
