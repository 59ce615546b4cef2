import type { FastifyInstance } from 'fastify';
import { createAddresses } from '../checkpoints/addresses.ts';
import { createLineIds, createTakeOvers, type TakeOvers, type TakeOversOptions } from '../checkpoints/takeOver.ts';
import { createCheckpoints, type Checkpoints, type CheckpointsOptions } from '../checkpoints/checkpoints.ts';
import type { PublicUrl } from '../addresses/publicUrl.ts';
import { deriveSecrets, type SecretSource } from '../tokens/secrets.ts';
import { createClusterNode, type ClusterNode, type ClusterNodeOptions } from './clusterNode.ts';
import { createClusterSettings, type ClusterOptions, type ClusterSettings } from './options.ts';

/** A server that is one of several nodes, or alone. */
export interface Membership {
  /** Undefined if the server is alone. */
  readonly node: ClusterNode | undefined;
  /** Secrets for tokens that all nodes can verify; undefined if each node has its own. */
  readonly tokenSecrets: SecretSource | undefined;
  /** Secrets for the session ids of lines that identify their calls; undefined if sessions end with the server. */
  readonly lineSecrets: SecretSource | undefined;
  /** Creates the checkpoints that keep the sessions for other nodes; undefined if sessions end with the server. */
  keep(reports: Pick<CheckpointsOptions, 'count' | 'superseded'>): Checkpoints | undefined;
}

export type MembershipOptions = Pick<ClusterNodeOptions, 'id' | 'capacity' | 'scheduler'> & {
  /** Receives the reason why new secrets cannot be used. */
  readonly report: (reason: string) => void;
};

/** Makes an app one of several nodes. @throws AntiphonError `usage_invalid` */
export function joinCluster(
  app: FastifyInstance,
  cluster: ClusterOptions | undefined,
  { report, ...profile }: MembershipOptions,
): Membership {
  if (cluster === undefined)
    return { node: undefined, tokenSecrets: undefined, lineSecrets: undefined, keep: () => undefined };
  const settings = createClusterSettings(cluster, profile.id, report);
  const { checkpoints, secrets } = settings;
  return {
    node: createClusterNode(app, { ...settings, ...profile }),
    tokenSecrets: checkpoints && deriveSecrets(secrets, 'antiphon tokens'),
    lineSecrets: checkpoints && deriveSecrets(secrets, 'antiphon lines'),
    keep: (reports) => keep(app, settings, { ...reports, node: profile.id, scheduler: profile.scheduler }),
  };
}

/** Creates the checkpoints. The store closes with the app, after the last checkpoint is deleted. */
function keep(
  app: FastifyInstance,
  { checkpoints: settings }: ClusterSettings,
  own: Pick<CheckpointsOptions, 'count' | 'superseded' | 'node' | 'scheduler'>,
): Checkpoints | undefined {
  if (settings === undefined) return undefined;
  const checkpoints = createCheckpoints({ ...settings, ...own, log: app.log });
  app.addHook('onClose', () => checkpoints.close());
  return checkpoints;
}

/** The parts of a membership that the calls of a server use. */
export interface Claims {
  readonly claim: ClusterNode['claim'] | undefined;
  readonly claimTaken: ClusterNode['claimTaken'] | undefined;
  readonly claimEnded: ClusterNode['claimEnded'] | undefined;
  readonly checkpoints: Checkpoints | undefined;
  readonly addressesOf: TakeOvers['addressesOf'] | undefined;
}

/** Returns the parts of the membership that the calls of a server use. */
export function describeClaims(
  { node }: Membership,
  checkpoints: Checkpoints | undefined,
  publicUrl: PublicUrl | undefined,
): Claims {
  const addressesOf = node && createAddresses(node, publicUrl);
  return { claim: node?.claim, claimTaken: node?.claimTaken, claimEnded: node?.claimEnded, checkpoints, addressesOf };
}

export interface TakingOptions extends Pick<TakeOversOptions, 'calls' | 'tokens'> {
  readonly checkpoints: Checkpoints | undefined;
  readonly publicUrl: PublicUrl | undefined;
}

/**
 * Creates the function that takes over sessions from nodes that have died; undefined if sessions end with their node.
 */
export function createTaking(
  { log }: FastifyInstance,
  { node, lineSecrets }: Membership,
  { calls, tokens, checkpoints, publicUrl }: TakingOptions,
  count: TakeOversOptions['count'],
): TakeOvers | undefined {
  if (node === undefined || checkpoints === undefined || lineSecrets === undefined) return undefined;
  const addressesOf = createAddresses(node, publicUrl);
  const lineIds = createLineIds(lineSecrets);
  return createTakeOvers({ calls, tokens, checkpoints, addressesOf, lineIds, count, log });
}
