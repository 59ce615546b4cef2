import type { DirectoryNode } from '../../core/sessionDirectory.ts';
import type { NodeEntry, SessionOwner } from './entries.ts';

/** A node's entry as delivered by the bucket. */
export interface SeenNode {
  readonly id: string;
  readonly revision: number;
  /** Time at which the server accepted it, by the server's clock, in ms. */
  readonly at: number;
  /** Undefined if the node has left. */
  readonly entry: NodeEntry | undefined;
}

/** A live node in the replica. */
export interface LiveNode {
  readonly entry: NodeEntry;
  readonly revision: number;
}

interface KnownNode extends LiveNode {
  readonly gen: number;
  readonly at: number;
  /** True if it was silent for too long within this `gen`, so that others may have claimed its sessions. */
  readonly isOver: boolean;
}

interface Waiter {
  readonly isMet: (seen: SeenNode) => boolean;
  readonly meet: () => void;
}

/**
 * A node's knowledge of all nodes, in the order in which the server accepted it: at the same revision, every replica
 * has the same state. Time is the timestamp that the server wrote on the latest entry; no clock is read.
 */
export class NodeReplica {
  readonly #nodes: Map<string, KnownNode> = new Map();
  readonly #expiryMs: number;
  #now: number = 0;
  #revision: number = 0;
  #waiters: readonly Waiter[] = [];

  constructor(expiryMs: number) {
    this.#expiryMs = expiryMs;
  }

  apply(seen: SeenNode): void {
    const { id, revision, at, entry } = seen;
    this.#now = at;
    this.#revision = revision;
    if (entry === undefined) this.#nodes.delete(id);
    else this.#nodes.set(id, this.#know({ entry, revision, at, gen: entry.gen === 0 ? revision : entry.gen }));
    const met = this.#waiters.filter(({ isMet }) => isMet(seen));
    if (met.length === 0) return;
    this.#waiters = this.#waiters.filter((waiter) => !met.includes(waiter));
    for (const { meet } of met) meet();
  }

  /** Calls `meet` as soon as an entry meets the condition, before any later entry is known. */
  whenSeen(isMet: (seen: SeenNode) => boolean, meet: () => void): void {
    this.#waiters = [...this.#waiters, { isMet, meet }];
  }

  /** Resolves when this revision is known. */
  async reached(revision: number): Promise<void> {
    if (revision <= this.#revision) return;
    await new Promise<void>((resolve) => this.whenSeen((seen) => seen.revision >= revision, resolve));
  }

  /** Returns the live nodes, ordered by ID. */
  alive(): readonly LiveNode[] {
    return this.#living().sort((a, b) => (a.entry.id < b.entry.id ? -1 : 1));
  }

  /** Returns the node, if it is alive and has not sent a new report since. */
  owner({ id, gen }: SessionOwner): LiveNode | undefined {
    const node = this.#nodes.get(id);
    return node !== undefined && node.gen === gen && this.#isAlive(node) ? node : undefined;
  }

  /** Returns the number of sessions of a key, given as its hash. */
  count(key: string): number {
    return this.#living().reduce((sum, { entry }) => sum + (entry.counts[key] ?? 0), 0);
  }

  #living(): LiveNode[] {
    return [...this.#nodes.values()].filter((node) => this.#isAlive(node));
  }

  #know(node: Omit<KnownNode, 'isOver'>): KnownNode {
    const known = this.#nodes.get(node.entry.id);
    const isOver = known?.gen === node.gen && (known.isOver || node.at - known.at >= this.#expiryMs);
    return { ...node, isOver };
  }

  #isAlive({ at, isOver }: KnownNode): boolean {
    return !isOver && this.#now - at < this.#expiryMs;
  }
}

/** Returns the public description of a node. */
export function describeEntry({ id, url, capacity, load, draining }: NodeEntry): DirectoryNode {
  return { id, url, capacity, load, state: draining ? 'draining' : 'serving' };
}
