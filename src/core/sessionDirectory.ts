import type { Observable } from 'rxjs';

/** A process that serves sessions. */
export interface NodeProfile {
  /** The node's id: up to 64 letters, digits, `-` and `_`. Must be unique among the running nodes. */
  readonly id: string;
  /** The URL of its API, for clients and other nodes. */
  readonly url: string;
  /** The number of sessions that it can serve at a time. */
  readonly capacity: number;
}

/** A node as the directory knows it. */
export interface DirectoryNode extends NodeProfile {
  /** The number of sessions that it has published as its load. */
  readonly load: number;
  /** A draining node gets no new sessions. */
  readonly state: 'serving' | 'draining';
}

/**
 * `degraded`: the directory's engine does not answer or rejects writes. The node then knows only itself, and publishes
 * everything again once the engine is back.
 */
export type DirectoryHealth = 'connected' | 'degraded';

/** A request for the ownership of a session. */
export interface SessionClaim {
  readonly session: string;
  /** The API key, or another name, under which the session is counted. */
  readonly key: string;
  /** Limit on the key's concurrent sessions over all nodes. @default unlimited */
  readonly limit?: number | undefined;
}

/** `owned`: another live node owns the session. `over_limit`: the key has reached its limit of sessions. */
export type ClaimResult = 'claimed' | 'owned' | 'over_limit';

/**
 * One node's membership of the directory. Only `find` and `confirm` reject when the engine is unavailable. The other
 * nodes drop a node that has been silent for the directory's `expiry`, with its sessions and counts.
 */
export interface NodeRegistration {
  /**
   * Emits the current health of the connection to the engine, then its changes. Completes when the registration is
   * closed.
   */
  readonly health$: Observable<DirectoryHealth>;
  /**
   * Emits all current nodes including this one, sorted by id, then again on changes. Emits only this node while
   * `degraded`.
   */
  readonly nodes$: Observable<readonly DirectoryNode[]>;
  /**
   * Emits a session of this node that another node has claimed because it took this one for dead. This node no longer
   * owns it.
   */
  readonly lost$: Observable<string>;
  /** Publishes this node's number of sessions. Resolves once the other nodes use it for placement. */
  publishLoad(load: number): Promise<void>;
  /** Publishes that this node takes no new sessions. Its current sessions continue and can still be found. */
  drain(): Promise<void>;
  /**
   * Reserves a slot on the node with the most room, which may be this one, and calls `ask` with it. That node decides:
   * if it refuses (`undefined` or a rejection), the next one is asked, up to three in all. Resolves with the answer, or
   * with undefined if every node is full. While `degraded`, asks only this node.
   */
  place<T>(ask: (node: DirectoryNode) => Promise<T | undefined>): Promise<T | undefined>;
  /**
   * Makes this node the owner of a session and counts the session for its key. While `degraded`, counts only this
   * node's sessions.
   */
  claim(claim: SessionClaim): Promise<ClaimResult>;
  /**
   * Asks the engine again whether this node owns a session that it has claimed, and claims it again if no node owns it.
   * `claimed`: this node owns the session for part of `expiry` from now on, however late the answer came.
   *
   * @throws AntiphonError `directory_unavailable` while `degraded`, or if the engine answers too late to be sure
   */
  confirm(claim: Omit<SessionClaim, 'limit'>): Promise<'claimed' | 'owned'>;
  /** Ends the ownership of a session. */
  release(session: string): Promise<void>;
  /**
   * Resolves with the node that owns a session, or with undefined if no node does.
   *
   * @throws AntiphonError `directory_unavailable` while `degraded`, for a session of another node
   */
  find(session: string): Promise<DirectoryNode | undefined>;
  /** Resolves with a key's number of sessions over all nodes. */
  count(key: string): Promise<number>;
  /** Leaves the directory and closes everything that the registration has opened. */
  close(): Promise<void>;
}

/** A directory of the nodes of one service, and of which node owns which session. */
export interface SessionDirectory {
  /**
   * Registers a node. Publishes it as soon as the engine can be reached.
   *
   * @throws AntiphonError `usage_invalid` that names the invalid field
   */
  register(node: NodeProfile): NodeRegistration;
}
