import type { ClaimResult, DirectoryNode, NodeProfile, SessionClaim } from '../core/sessionDirectory.ts';

/** The status that a node publishes about itself. */
export interface NodeStatus {
  readonly load: number;
  readonly draining: boolean;
}

/** Everything that a node reports to an engine. */
export interface NodeReport extends NodeStatus {
  /** Maps each session to its key. */
  readonly sessions: ReadonlyMap<string, string>;
}

/** A slot reserved on a node. */
export interface Reservation {
  readonly node: DirectoryNode;
  /** Releases the slot. Otherwise the reservation expires. */
  release(): Promise<void>;
}

/**
 * One node's connection to an engine, which stores the nodes' reports. If the engine is unavailable, every call
 * rejects, or it may never settle, so the registration applies the timeouts. Only the engine's clock counts, never a
 * node's.
 */
export interface DirectoryEngine {
  /** Replaces everything known about the node. Resolves with those of its sessions that another node owns. */
  report(report: NodeReport): Promise<readonly string[]>;
  /**
   * Reports that the node is alive. Resolves with all nodes, or with undefined if the engine does not know the node's
   * report, for example after a restart.
   *
   * @param sessions - how many sessions the engine should know; undefined while claims are pending
   */
  beat(status: NodeStatus, sessions: number | undefined): Promise<readonly DirectoryNode[] | undefined>;
  publish(status: NodeStatus): Promise<void>;
  /** Reserves a slot on the serving node with the most room, excluding `except`. */
  reserve(except: readonly string[]): Promise<Reservation | undefined>;
  claim(claim: SessionClaim): Promise<ClaimResult>;
  release(session: string, key: string): Promise<void>;
  find(session: string): Promise<DirectoryNode | undefined>;
  count(key: string): Promise<number>;
  /** Removes the node. */
  leave(): Promise<void>;
  /** Reconnects, after nothing was answered in time. */
  recover(): void;
  /** Closes the connection in any state. */
  close(): Promise<void>;
}

/** Opens a node's connection to an engine. */
export type ConnectEngine = (node: NodeProfile) => DirectoryEngine;
