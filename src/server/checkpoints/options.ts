import { checkOptions } from '../../core/checkOptions.ts';
import type { NameSet } from '../../core/names.ts';
import { AntiphonError } from '../../core/errors.ts';
import type { CheckpointStore } from '../../core/checkpointStore.ts';
import { createSecretSource, type TokenSecrets } from '../tokens/secrets.ts';
import { createSealing, PLAIN_SEALING, type Sealing } from './sealing.ts';

/** Keeps the sessions of a node for other nodes, in case it dies. */
export interface CheckpointOptions {
  /** The store, for example from `createRedisCheckpoints` of `antiphon/directory`. The server closes it. */
  readonly store: CheckpointStore;
  /**
   * Secrets that encrypt the checkpoints, the same on all nodes, each at least 32 bytes long: the newest, and the
   * previous one, which can still decrypt. A function is called for every checkpoint.
   *
   * @default checkpoints are not encrypted
   */
  readonly secrets?: TokenSecrets | (() => TokenSecrets) | undefined;
  /** Maximum size of a checkpoint in bytes, from 1024 to 900000: the oldest messages are left out. @default 262144 */
  readonly max_bytes?: number | undefined;
}

const OPTIONS: NameSet<keyof CheckpointOptions> = { store: true, secrets: true, max_bytes: true };

export interface CheckpointSettings {
  readonly store: CheckpointStore;
  readonly sealing: Sealing;
  readonly maxBytes: number;
}

const MIN_BYTES = 1024;
/** A NATS server accepts 1 MB. */
const MAX_BYTES = 900_000;

/** Checks the options. @throws AntiphonError `usage_invalid` */
export function createCheckpointSettings(
  options: CheckpointOptions,
  report: (reason: string) => void,
): CheckpointSettings {
  checkOptions('cluster.checkpoints', options, OPTIONS);
  const { store, secrets, max_bytes: maxBytes = 262_144 } = options;
  const methods = ['save', 'load', 'claim', 'delete', 'close'] as const;
  if (methods.some((method) => typeof store?.[method] !== 'function'))
    refuse('store', 'a checkpoint store', typeof store);
  if (!Number.isInteger(maxBytes) || maxBytes < MIN_BYTES || maxBytes > MAX_BYTES)
    refuse('max_bytes', `a whole number from ${MIN_BYTES} to ${MAX_BYTES}`, `${maxBytes}`);
  const sealing =
    secrets === undefined
      ? PLAIN_SEALING
      : createSealing(createSecretSource(secrets, report, 'cluster.checkpoints.secrets'));
  return { store, sealing, maxBytes };
}

function refuse(field: keyof CheckpointOptions, expected: string, got: string): never {
  const path = `cluster.checkpoints.${field}`;
  throw new AntiphonError('usage_invalid', `${path}: expected ${expected}, got ${got}`, { path });
}
