import type { ClaimResult, NodeRegistration } from '../../../src/core/sessionDirectory.ts';

export const CAPACITY = 4;

export interface SimulatedNodeOptions {
  readonly id: string;
  readonly limit: number;
  readonly registration: NodeRegistration;
  /** The node owns a session no longer: its client hears of it. */
  readonly onLost: (session: string) => void;
  /** The node decides by itself: its engine does not answer. */
  readonly onAlone: () => void;
}

/** A process that serves sessions, from its start until it is killed or has drained. */
export class SimulatedNode {
  readonly id: string;
  readonly registration: NodeRegistration;
  /** The key of each session that it owns. */
  readonly owned: Map<string, string> = new Map();
  readonly #limit: number;
  readonly #onAlone: () => void;
  /** Sessions that are about to begin. */
  readonly #beginning: Set<string> = new Set();
  isAlive = true;
  isDraining = false;
  isConnected = false;

  constructor({ id, limit, registration, onLost, onAlone }: SimulatedNodeOptions) {
    this.id = id;
    this.#limit = limit;
    this.registration = registration;
    this.#onAlone = onAlone;
    registration.health$.subscribe((health) => {
      if (this.isConnected && health === 'degraded') onAlone();
      this.isConnected = health === 'connected';
    });
    registration.lost$.subscribe((session) => {
      if (!this.isAlive || !this.owned.delete(session)) return;
      this.#publish();
      onLost(session);
    });
  }

  /** Takes a session if it may. Resolves with undefined if it has no room. */
  async take(session: string, key: string): Promise<ClaimResult | undefined> {
    const load = this.owned.size + this.#beginning.size;
    if (!this.isAlive || this.isDraining || load >= CAPACITY || this.#beginning.has(session)) return undefined;
    this.#beginning.add(session);
    this.#publish();
    const result = await this.registration.claim({ session, key, limit: this.#limit });
    this.#beginning.delete(session);
    if (!this.isConnected) this.#onAlone();
    if (result === 'claimed' && this.isAlive) this.owned.set(session, key);
    this.#publish();
    return this.isAlive ? result : undefined;
  }

  end(session: string): void {
    if (!this.isAlive || !this.owned.delete(session)) return;
    this.#publish();
    void this.registration.release(session);
  }

  #publish(): void {
    if (this.isAlive) void this.registration.publishLoad(this.owned.size + this.#beginning.size);
  }
}
