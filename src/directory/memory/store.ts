import type { SchedulerLike } from 'rxjs';
import type { DirectoryNode, NodeProfile } from '../../core/sessionDirectory.ts';
import type { NodeReport, NodeStatus } from '../engine.ts';

/** A store's data about a node. */
export interface StoredNode {
  readonly profile: NodeProfile;
  status: NodeStatus;
  readonly sessions: Map<string, string>;
  /** Expiry time of each reservation. */
  readonly reserved: Map<object, number>;
  expiresAt: number;
}

/** The memory that the nodes of one process share. Expired entries count as missing, and the next access frees them. */
export class MemoryStore {
  readonly #nodes: Map<string, StoredNode> = new Map();
  readonly #scheduler: Pick<SchedulerLike, 'now'>;
  readonly #expiryMs: number;

  constructor(scheduler: Pick<SchedulerLike, 'now'>, expiryMs: number) {
    this.#scheduler = scheduler;
    this.#expiryMs = expiryMs;
  }

  /** Returns the nodes that are alive, ordered by ID. */
  nodes(): readonly StoredNode[] {
    for (const [id, { expiresAt }] of this.#nodes) if (expiresAt <= this.#scheduler.now()) this.#nodes.delete(id);
    return [...this.#nodes.values()].sort((a, b) => (a.profile.id < b.profile.id ? -1 : 1));
  }

  node(id: string): StoredNode | undefined {
    return this.nodes().find(({ profile }) => profile.id === id);
  }

  ownerOf(session: string): StoredNode | undefined {
    return this.nodes().find(({ sessions }) => sessions.has(session));
  }

  put(profile: NodeProfile, { load, draining, sessions }: NodeReport): void {
    const reserved = this.node(profile.id)?.reserved ?? new Map<object, number>();
    const status = { load, draining };
    this.#nodes.set(profile.id, { profile, status, sessions: new Map(sessions), reserved, expiresAt: this.expiry() });
  }

  remove(id: string): void {
    this.#nodes.delete(id);
  }

  /** Removes all data. */
  clear(): void {
    this.#nodes.clear();
  }

  /** Returns when an entry written now expires. */
  expiry(): number {
    return this.#scheduler.now() + this.#expiryMs;
  }

  /** Returns how many more sessions a node could accept. */
  roomOf({ profile, status, reserved }: StoredNode): number {
    for (const [reservation, until] of reserved) if (until <= this.#scheduler.now()) reserved.delete(reservation);
    return status.draining ? 0 : profile.capacity - status.load - reserved.size;
  }
}

/** Returns the public description of a node. */
export function describeNode({ profile, status: { load, draining } }: StoredNode): DirectoryNode {
  return { ...profile, load, state: draining ? 'draining' : 'serving' };
}
