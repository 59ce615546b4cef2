import { checkOptions } from '../../core/checkOptions.ts';
import type { NameSet } from '../../core/names.ts';
import type { NodeProfile, SessionDirectory } from '../../core/sessionDirectory.ts';
import { createDirectory } from '../createDirectory.ts';
import { createDirectorySettings, DIRECTORY_OPTIONS, type DirectoryOptions } from '../options.ts';
import { createNatsAccess } from './access.ts';
import { openNatsLink } from './link.ts';
import { NatsEngine } from './natsEngine.ts';

/** Options of `createNatsDirectory`. */
export interface NatsDirectoryOptions extends DirectoryOptions {
  /**
   * `nats://user:password@host:port` or `nats://token@host:port`; `tls://` for TLS. A list names the servers of one
   * cluster; the first one contains the user.
   */
  readonly url: string | readonly string[];
  /** The content of a `.creds` file, in place of a user. */
  readonly credentials?: string | undefined;
  /**
   * Name of the service. Nodes with the same name know each other. Up to 64 letters, digits, `-` and `_`. @default
   * antiphon
   */
  readonly prefix?: string | undefined;
}

const OPTIONS: NameSet<keyof NatsDirectoryOptions> = {
  ...DIRECTORY_OPTIONS,
  url: true,
  credentials: true,
  prefix: true,
};

/**
 * Creates a directory on NATS 2.9 or later with JetStream, for nodes on several machines. It needs the packages
 *
 * @example
 * ```ts
 * import type { Agent } from 'antiphon';
 * import { createNatsDirectory } from 'antiphon/directory';
 * import { secretsFromFile, serve } from 'antiphon/server';
 *
 * declare const agent: Agent;
 * const directory = createNatsDirectory({ url: ['nats://10.0.0.7:4222', 'nats://10.0.0.8:4222'] });
 * const secrets = secretsFromFile('/run/secrets/cluster');
 * await serve({ agent, node_id: 'node-1', cluster: { directory, url: 'http://10.0.0.1:3000', secrets } });
 * ```
 *
 * @nats-io/transport-node, @nats-io/jetstream and @nats-io/kv. It opens one connection per registered node.
 *
 * @throws AntiphonError `usage_invalid` for an invalid option, or if a package is not installed
 */
export function createNatsDirectory(options: NatsDirectoryOptions): SessionDirectory {
  checkOptions('createNatsDirectory', options, OPTIONS);
  const { url, credentials, prefix = 'antiphon', ...others } = options;
  const settings = createDirectorySettings(others);
  const { timeoutMs, expiryMs } = settings;
  const describe = createNatsAccess({ url, credentials, prefix, timeoutMs }, 'createNatsDirectory');
  const open = async (node: NodeProfile) =>
    openNatsLink({ connection: await describe(`${prefix} ${node.id}`), prefix, expiryMs, timeoutMs });
  return createDirectory((node) => new NatsEngine(node, () => open(node), settings), settings);
}
