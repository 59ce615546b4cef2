import type { ClaimResult, DirectoryNode, NodeProfile, SessionClaim } from '../core/sessionDirectory.ts';

/** What a node publishes of itself. */
export interface NodeStatus {
  readonly load: number;
  readonly draining: boolean;
}

/** All that an engine is told about a node. */
export interface NodeReport extends NodeStatus {
  /** The key of each session. */
  readonly sessions: ReadonlyMap<string, string>;
}

/** A slot that is kept on a node. */
export interface Reservation {
  readonly node: DirectoryNode;
  /** Gives it back. It expires by itself, too. */
  release(): Promise<void>;
}

/**
 * One node's connection to an engine, which keeps what nodes report. Everything rejects if the engine is away, and may never settle: the
 * registration does the waiting. Only the engine's clock counts, never that of a node.
 */
export interface DirectoryEngine {
  /** Replaces all that is known of the node. Resolves with those of its sessions that another node owns. */
  report(report: NodeReport): Promise<readonly string[]>;
  /**
   * Says that the node is alive. Resolves with all nodes; undefined if the engine does not know what has been reported, such as after a restart.
   *
   * @param sessions - how many the engine should know; undefined while claims are under way
   */
  beat(status: NodeStatus, sessions: number | undefined): Promise<readonly DirectoryNode[] | undefined>;
  publish(status: NodeStatus): Promise<void>;
  /** Reserves a slot on the serving node with the most room that is none of `except`. */
  reserve(except: readonly string[]): Promise<Reservation | undefined>;
  claim(claim: SessionClaim): Promise<ClaimResult>;
  release(session: string, key: string): Promise<void>;
  find(session: string): Promise<DirectoryNode | undefined>;
  count(key: string): Promise<number>;
  /** Forgets the node. */
  leave(): Promise<void>;
  /** Connects anew: nothing has been answered in time. */
  recover(): void;
  /** Closes the connection, whatever state it is in. */
  close(): Promise<void>;
}

/** Opens a node's connection to an engine. */
export type ConnectEngine = (node: NodeProfile) => DirectoryEngine;
