import { checkOptions } from '../../core/checkOptions.ts';
import type { NameSet } from '../../core/names.ts';
import { AntiphonError } from '../../core/errors.ts';
import type { SessionDirectory } from '../../core/sessionDirectory.ts';
import { parsePublicUrl, type PublicUrl } from '../addresses/publicUrl.ts';
import { createCheckpointSettings, type CheckpointOptions, type CheckpointSettings } from '../checkpoints/options.ts';
import { createSecretSource, type SecretSource, type TokenSecrets } from '../tokens/secrets.ts';

/** Makes a server one of several nodes. Its name is `node_id`, and its capacity `max_sessions`. */
export interface ClusterOptions {
  /**
   * The directory through which the nodes find each other, for example from `createRedisDirectory` of
   * `antiphon/directory`.
   */
  readonly directory: SessionDirectory;
  /** The URL of this node for clients and other nodes, including everything before `/v1/sessions`. */
  readonly url: string;
  /**
   * Secrets that sign requests between nodes, the same on all nodes, each at least 32 bytes long: the newest, and the
   * previous one, which is still accepted. A function is called for every request.
   */
  readonly secrets: TokenSecrets | (() => TokenSecrets);
  /**
   * Keeps sessions for the other nodes, which take them over when this one dies.
   *
   * @default the sessions end with this node
   */
  readonly checkpoints?: CheckpointOptions | undefined;
}

const OPTIONS: NameSet<keyof ClusterOptions> = { directory: true, url: true, secrets: true, checkpoints: true };

/** The node names that a directory accepts. */
const NODE_ID = /^[\w-]{1,64}$/u;

export interface ClusterSettings {
  readonly directory: SessionDirectory;
  readonly url: PublicUrl;
  readonly secrets: SecretSource;
  readonly checkpoints: CheckpointSettings | undefined;
}

/**
 * Checks the options. `report` receives the reason why new secrets cannot be used.
 *
 * @throws AntiphonError `usage_invalid`
 */
export function createClusterSettings(
  options: ClusterOptions,
  nodeId: string,
  report: (reason: string) => void,
): ClusterSettings {
  checkOptions('cluster', options, OPTIONS);
  const { directory, url, secrets, checkpoints } = options;
  if (!NODE_ID.test(nodeId))
    refuseAt('node_id', 'up to 64 letters, digits, - and _ for a node', `${nodeId.length} characters`);
  if (typeof directory?.register !== 'function') refuse('directory', 'a session directory', typeof directory);
  if (typeof url !== 'string') refuse('url', 'the address of this node', typeof url);
  if (secrets === undefined) refuse('secrets', 'one or two secrets', 'undefined');
  return {
    directory,
    url: parsePublicUrl(url, 'cluster.url'),
    secrets: createSecretSource(secrets, report, 'cluster.secrets'),
    checkpoints: checkpoints && createCheckpointSettings(checkpoints, report),
  };
}

function refuse(field: keyof ClusterOptions, expected: string, got: string): never {
  return refuseAt(`cluster.${field}`, expected, got);
}

function refuseAt(path: string, expected: string, got: string): never {
  throw new AntiphonError('usage_invalid', `${path}: expected ${expected}, got ${got}`, { path });
}
