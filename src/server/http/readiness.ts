import type { DirectoryHealth } from '../../core/sessionDirectory.ts';
import type { Calls } from '../calls/calls.ts';
import type { RecordingHealth, RecordingState } from '../observer/recordingHealth.ts';
import type { ClusterNode } from '../cluster/clusterNode.ts';

/** The body of `GET /readyz` of a server that can start sessions. */
export interface Readiness {
  readonly ready: true;
  /** Of a node: whether it knows the others. */
  readonly directory?: DirectoryHealth;
  /** Of a server that records its sessions: whether it can. */
  readonly recordings?: RecordingState | undefined;
}

/**
 * Checks whether requests to start a session can be sent to this server. A full node passes them on as long as another one has room.
 *
 * @throws Problem why not
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

/** A node that knows nothing of others sees itself alone. */
function hasRoomElsewhere(node: ClusterNode | undefined): boolean {
  const others = node?.nodes.filter(({ id }) => id !== node.id) ?? [];
  return others.some(({ state, load, capacity }) => state === 'serving' && load < capacity);
}
