import type { FastifyInstance } from 'fastify';
import type { SchedulerLike } from 'rxjs';
import { AntiphonError } from '../../core/errors.ts';
import type { DirectoryHealth, DirectoryNode, NodeRegistration } from '../../core/sessionDirectory.ts';
import type { PublicUrl } from '../addresses/publicUrl.ts';
import type { Caller } from '../callers/caller.ts';
import { createExpiringMap } from '../common/expiringMap.ts';
import { claimAlias, claimEnded, claimSession, claimTaken } from './claimSession.ts';
import { createHops, type Hops } from './hops.ts';
import { createNodeClient, type NodeClient } from './nodeClient.ts';
import type { ClusterSettings } from './options.ts';
import type { AliasClaim } from '../idempotency/idempotentStarts.ts';
import { createPassedSockets, type PassedSockets } from './passedSockets.ts';
import { registerSealed } from './sealedAddresses.ts';
import { Problem } from '../problems/problem.ts';

const ORIGIN_MS = 86_400_000;
const MAX_ORIGINS = 1000;

/** Maximum number of nodes for which a warning is logged. */
const MAX_WARNINGS = 100;

/** This server as one of several nodes. */
export interface ClusterNode {
  readonly id: string;
  readonly url: PublicUrl;
  readonly health: DirectoryHealth;
  /** All nodes, including this one. */
  readonly nodes: readonly DirectoryNode[];
  /** The registration, once the app is ready. @throws AntiphonError `internal` before that */
  readonly registration: NodeRegistration;
  /** Signs and verifies requests between nodes. */
  readonly hops: Hops;
  /** The connections to other nodes. */
  readonly client: NodeClient;
  /** The WebSockets that this node forwards to other nodes. */
  readonly sockets: PassedSockets;
  publishLoad(load: number): void;
  /**
   * Makes this node the owner of a session. Returns a function that releases it.
   *
   * @throws (rejects with) Problem `key_concurrency_exceeded`
   */
  claim(session: string, caller: Caller): Promise<() => Promise<void>>;
  /**
   * Makes this node the owner of a session whose node has died. Returns a function that releases it.
   *
   * @throws (rejects with) Problem `session_elsewhere`
   */
  claimTaken(session: string, key: string): Promise<() => Promise<void>>;
  /**
   * Prevents other nodes from taking over a session that has ended on this node. Returns a function that releases it.
   */
  claimEnded(session: string): Promise<() => Promise<void>>;
  /**
   * Makes this node the owner of a key for idempotent starts.
   *
   * @throws (rejects with) Problem `idempotency_conflict`, or `directory_unavailable` if the directory does not answer
   * in time
   */
  claimAlias(alias: string): Promise<AliasClaim>;
  /**
   * Checks whether an origin belongs to a known node, or to one known within the last day, the longest duration of a
   * session.
   */
  isOrigin(origin: string): boolean;
  /** Stops accepting session starts. */
  drain(): Promise<void>;
  /** Calls `end` with each session that another node has claimed. */
  onLost(end: (session: string) => void): void;
}

export interface ClusterNodeOptions extends Omit<ClusterSettings, 'checkpoints'> {
  readonly id: string;
  readonly capacity: number;
  readonly scheduler: SchedulerLike;
}

/**
 * Creates a node that registers when the app is ready and leaves when the app closes. It logs the health of the
 * directory.
 */
export function createClusterNode(app: FastifyInstance, options: ClusterNodeOptions): ClusterNode {
  const { directory, id, url, capacity, secrets, scheduler } = options;
  const client = createNodeClient(scheduler);
  const sockets = createPassedSockets(scheduler);
  // A page from a node that has died returns to the other nodes.
  const origins = createExpiringMap<true>({ keepMs: ORIGIN_MS, maxEntries: MAX_ORIGINS, scheduler });
  let registration: NodeRegistration | undefined;
  let health: DirectoryHealth = 'degraded';
  let nodes: readonly DirectoryNode[] = [];
  let endLost = (_session: string): void => undefined;
  const registered = (): NodeRegistration => registration ?? refuse();
  // Not earlier, because an app that fails to start is never closed.
  app.addHook('onReady', async () => {
    const profile = { id, url: url.origin + url.path, capacity };
    registration = registerSealed(directory, profile, secrets, createWarning(app));
    registration.nodes$.subscribe((known) => {
      nodes = known;
      for (const node of known) origins.set(new URL(node.url).origin, true);
    });
    registration.lost$.subscribe((session) => endLost(session));
    registration.health$.subscribe((now) => {
      if (now !== health) logHealth(app, now);
      health = now;
    });
  });
  app.addHook('preClose', async () => sockets.close());
  app.addHook('onClose', async () => {
    client.close();
    await registration?.close();
  });
  return {
    id,
    url,
    hops: createHops({ nodeId: id, secrets, scheduler }),
    client,
    sockets,
    get health() {
      return health;
    },
    get nodes() {
      return nodes;
    },
    get registration() {
      return registered();
    },
    publishLoad: (load) => void registered().publishLoad(load),
    claim: (session, caller) => claimSession(registered(), session, caller),
    claimTaken: (session, key) => claimTaken(registered(), session, key),
    claimEnded: (session) => claimEnded(registered(), session),
    claimAlias: async (alias) => {
      if (health !== 'connected') throw new Problem('directory_unavailable');
      const claim = await claimAlias(registered(), alias);
      if (health === 'connected') return claim;
      // The directory answered too late; this node has already decided.
      claim.release();
      throw new Problem('directory_unavailable');
    },
    isOrigin: (origin) => origins.get(origin) === true,
    drain: () => registered().drain(),
    onLost: (end) => void (endLost = end),
  };
}

function logHealth({ log }: FastifyInstance, health: DirectoryHealth): void {
  if (health === 'connected') log.info({ directory: health }, 'the session directory answers');
  else log.warn({ directory: health }, 'the session directory does not answer: this node serves alone');
}

/** Creates the function that warns once about each node with an unsealed address. */
function createWarning({ log }: FastifyInstance): (id: string) => void {
  const warned = new Set<string>();
  return (id) => {
    if (warned.has(id) || warned.size >= MAX_WARNINGS) return;
    warned.add(id);
    log.warn(
      { node_id: id },
      'ignoring a node whose address in the directory is not sealed with a secret of the cluster',
    );
  };
}

function refuse(): never {
  throw new AntiphonError('internal', 'the node is registered only when the app is ready');
}
