import type { Observable } from 'rxjs';

/** A process that serves sessions. */
export interface NodeProfile {
  /** Names the node: up to 64 letters, digits, `-` and `_`. No two nodes have the same one at the same time. */
  readonly id: string;
  /** The address of its API, for clients and for other nodes. */
  readonly url: string;
  /** Sessions that it serves at a time. */
  readonly capacity: number;
}

/** What the directory knows of a node. */
export interface DirectoryNode extends NodeProfile {
  /** Sessions that it serves, as it has published. */
  readonly load: number;
  /** A node that drains gets no further starts. */
  readonly state: 'serving' | 'draining';
}

/**
 * `degraded`: the engine of the directory does not answer, or does not accept what is written. The node then knows of nothing but itself, and tells
 * the engine everything anew when it is back.
 */
export type DirectoryHealth = 'connected' | 'degraded';

/** Asks for the ownership of a session. */
export interface SessionClaim {
  readonly session: string;
  /** The API key, or another name, that the session counts for. */
  readonly key: string;
  /** Sessions that the key may have at a time, over all nodes. @default unlimited */
  readonly limit?: number | undefined;
}

/** `owned`: another node that is alive owns the session. `over_limit`: the key has as many sessions as it may have. */
export type ClaimResult = 'claimed' | 'owned' | 'over_limit';

/**
 * One node's membership. Nothing in it rejects because the engine is away, except `find`. A node that has not been heard of for the directory's `expiry` is
 * gone for the others, with its sessions and counts.
 */
export interface NodeRegistration {
  /** Emits the health of the connection to the engine, and its changes. Completes when the registration is closed. */
  readonly health$: Observable<DirectoryHealth>;
  /** Emits all nodes, this one included, in the order of their ids, and their changes. Only this one while `degraded`. */
  readonly nodes$: Observable<readonly DirectoryNode[]>;
  /** Emits a session of this node that another one has claimed while this one was thought to be dead. This node owns it no longer. */
  readonly lost$: Observable<string>;
  /** Publishes the number of sessions of this node. Resolves when the others place by it. */
  publishLoad(load: number): Promise<void>;
  /** Publishes that this node takes no further starts. Its sessions go on, and are found. */
  drain(): Promise<void>;
  /**
   * Reserves a slot on the node that has the most room, which may be this one, and calls `ask` with it. That node is the judge: if it refuses
   * (`undefined`, or a rejection), the next one is asked, three at most. Resolves with the answer, or with undefined if there is no room. While
   * `degraded`, only this node is asked.
   */
  place<T>(ask: (node: DirectoryNode) => Promise<T | undefined>): Promise<T | undefined>;
  /** Makes this node the owner of a session, and counts it for its key. While `degraded`, only this node's sessions count. */
  claim(claim: SessionClaim): Promise<ClaimResult>;
  /** Ends the ownership of a session. */
  release(session: string): Promise<void>;
  /**
   * Resolves with the node that owns a session; undefined if none does.
   *
   * @throws AntiphonError `directory_unavailable` while `degraded`, for a session of another node
   */
  find(session: string): Promise<DirectoryNode | undefined>;
  /** Resolves with the number of sessions of a key, over all nodes. */
  count(key: string): Promise<number>;
  /** Leaves the directory, and closes what the registration has opened. */
  close(): Promise<void>;
}

/** Knows the nodes of one service, and which of them owns which session. */
export interface SessionDirectory {
  /**
   * Registers a node. It is told to the engine as soon as that can be reached.
   *
   * @throws AntiphonError `usage_invalid` that names the field
   */
  register(node: NodeProfile): NodeRegistration;
}
