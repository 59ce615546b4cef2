import type { DirectoryHealth } from '../../core/sessionDirectory.ts';
import type { Calls } from '../calls/calls.ts';
import type { RecordingHealth, RecordingState } from '../observer/recordingHealth.ts';
import type { ClusterNode } from '../cluster/clusterNode.ts';

/** The body of `GET /readyz` on a server that can start sessions. */
export interface Readiness {
  readonly ready: true;
  /** The health of the directory, on a node. */
  readonly directory?: DirectoryHealth;
  /** Whether sessions can be recorded, on a server that records them. */
  readonly recordings?: RecordingState | undefined;
}

/**
 * Checks whether this server can accept requests to start a session. A full node forwards them as long as another node
 * has capacity.
 *
 * @throws Problem with the reason if it cannot
 */
export function checkReadiness(
  calls: Pick<Calls, 'refusal'>,
  node: ClusterNode | undefined,
  recordings?: Pick<RecordingHealth, 'state'>,
): Readiness {
  const problem = calls.refusal();
  if (problem !== undefined && !(problem.code === 'at_capacity' && hasRoomElsewhere(node))) throw problem;
  return {
    ready: true,
    ...(node && { directory: node.health }),
    ...(recordings && { recordings: recordings.state }),
  };
}

/** Checks whether another node has capacity. A node without a connection to the directory sees only itself. */
function hasRoomElsewhere(node: ClusterNode | undefined): boolean {
  const others = node?.nodes.filter(({ id }) => id !== node.id) ?? [];
  return others.some(({ state, load, capacity }) => state === 'serving' && load < capacity);
}
