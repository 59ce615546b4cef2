import type { DirectoryHealth } from '../../core/sessionDirectory.ts';
import type { Calls } from '../calls/calls.ts';
import type { ClusterNode } from '../cluster/clusterNode.ts';

/** The body of `GET /readyz` of a server that can start sessions. */
export interface Readiness {
  readonly ready: true;
  /** Of a node: whether it knows the others. */
  readonly directory?: DirectoryHealth;
}

/**
 * Checks whether requests to start a session can be sent to this server. A full node passes them on as long as another one has room.
 *
 * @throws Problem why not
 */
export function checkReadiness(calls: Pick<Calls, 'refusal'>, node: ClusterNode | undefined): Readiness {
  const problem = calls.refusal();
  if (problem !== undefined && !(problem.code === 'at_capacity' && hasRoomElsewhere(node))) throw problem;
  return node === undefined ? { ready: true } : { ready: true, directory: node.health };
}

/** A node that knows nothing of others sees itself alone. */
function hasRoomElsewhere(node: ClusterNode | undefined): boolean {
  const others = node?.nodes.filter(({ id }) => id !== node.id) ?? [];
  return others.some(({ state, load, capacity }) => state === 'serving' && load < capacity);
}
