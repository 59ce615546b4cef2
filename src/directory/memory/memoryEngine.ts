import { AntiphonError } from '../../core/errors.ts';
import type { ClaimResult, DirectoryNode, NodeProfile, SessionClaim } from '../../core/sessionDirectory.ts';
import type { DirectoryEngine, NodeReport, NodeStatus, Reservation } from '../engine.ts';
import { describeNode, type MemoryStore, type StoredNode } from './store.ts';

/** One node's access to the memory that it shares with other nodes. */
export class MemoryEngine implements DirectoryEngine {
  readonly #profile: NodeProfile;
  readonly #store: MemoryStore;

  constructor(profile: NodeProfile, store: MemoryStore) {
    this.#profile = profile;
    this.#store = store;
  }

  async report(report: NodeReport): Promise<readonly string[]> {
    const lost = [...report.sessions.keys()].filter((session) => this.#isOwnedElsewhere(session));
    const kept = [...report.sessions].filter(([session]) => !lost.includes(session));
    this.#store.put(this.#profile, { ...report, sessions: new Map(kept) });
    return lost;
  }

  async beat(status: NodeStatus, sessions: number | undefined): Promise<readonly DirectoryNode[] | undefined> {
    const node = this.#store.node(this.#profile.id);
    if (node === undefined || (sessions !== undefined && node.sessions.size !== sessions)) return undefined;
    node.status = status;
    node.expiresAt = this.#store.expiry();
    return this.#store.nodes().map(describeNode);
  }

  async publish(status: NodeStatus): Promise<void> {
    this.#own().status = status;
  }

  async reserve(except: readonly string[]): Promise<Reservation | undefined> {
    const [first, ...others] = this.#store.nodes().filter(({ profile }) => !except.includes(profile.id));
    if (first === undefined) return undefined;
    const best = others.reduce((a, b) => (this.#store.roomOf(b) > this.#store.roomOf(a) ? b : a), first);
    if (this.#store.roomOf(best) < 1) return undefined;
    const reservation = {};
    best.reserved.set(reservation, this.#store.expiry());
    return { node: describeNode(best), release: async () => void best.reserved.delete(reservation) };
  }

  async claim({ session, key, limit = Number.POSITIVE_INFINITY }: SessionClaim): Promise<ClaimResult> {
    const node = this.#own();
    if (this.#isOwnedElsewhere(session)) return 'owned';
    if (this.#count(key) >= limit) return 'over_limit';
    node.sessions.set(session, key);
    return 'claimed';
  }

  async release(session: string): Promise<void> {
    this.#own().sessions.delete(session);
  }

  async find(session: string): Promise<DirectoryNode | undefined> {
    const owner = this.#store.ownerOf(session);
    return owner && describeNode(owner);
  }

  async count(key: string): Promise<number> {
    return this.#count(key);
  }

  async leave(): Promise<void> {
    this.#store.remove(this.#profile.id);
  }

  recover(): void {}

  async close(): Promise<void> {}

  #count(key: string): number {
    const keys = this.#store.nodes().flatMap(({ sessions }) => [...sessions.values()]);
    return keys.filter((one) => one === key).length;
  }

  #own(): StoredNode {
    const node = this.#store.node(this.#profile.id);
    if (node === undefined) throw new AntiphonError('directory_unavailable', 'the directory does not know this node');
    return node;
  }

  #isOwnedElsewhere(session: string): boolean {
    const owner = this.#store.ownerOf(session);
    return owner !== undefined && owner.profile.id !== this.#profile.id;
  }
}
