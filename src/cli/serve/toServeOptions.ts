import { AntiphonError } from '../../core/errors.ts';
import { recordInto } from '../../record/recordInto.ts';
import type { ServeOptions } from '../../server/serve.ts';
import type { Values } from './readSettings.ts';
import { toCluster, type ClusterParts } from './toCluster.ts';
import { readTls } from './readTls.ts';

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Converts the values of the settings into options of `serve`, which checks their contents. */
export function toServeOptions(values: Values, parts: ClusterParts): Partial<ServeOptions> {
  const {
    record,
    log_level: level,
    token_secrets_file: secrets,
    tls_key_file: key,
    tls_cert_file: cert,
    ...rest
  } = values;
  const { redis, nats, node_url, cluster_secrets_file, checkpoints, checkpoint_secrets_file, ...options } = rest;
  const node = { redis, nats, node_url, cluster_secrets_file, checkpoints, checkpoint_secrets_file };
  const cluster = toCluster(node, parts);
  const tls = readTls(key, cert);
  return {
    ...options,
    ...(tls !== undefined && { tls }),
    ...(typeof record === 'string' && { record: recordInto(record) }),
    ...(typeof level === 'string' && { logger: { level: parseLevel(level) } }),
    ...(typeof secrets === 'string' && { token_secrets: parts.secretsFromFile(secrets, 'token_secrets') }),
    ...(cluster !== undefined && { cluster }),
  };
}

function parseLevel(level: string): string {
  if (LEVELS.includes(level)) return level;
  throw new AntiphonError('usage_invalid', `serve: expected a log level of ${LEVELS.join(', ')}, got "${level}"`);
}
