import type { ClaimResult, SessionClaim } from '../core/sessionDirectory.ts';

/** The sessions of one node, and their number by key. */
export class OwnSessions {
  readonly #keys: Map<string, string> = new Map();
  readonly #counts: Map<string, number> = new Map();

  get size(): number {
    return this.#keys.size;
  }

  /** Returns a copy that maps each session to its key. */
  all(): ReadonlyMap<string, string> {
    return new Map(this.#keys);
  }

  has(session: string): boolean {
    return this.#keys.has(session);
  }

  count(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  add(session: string, key: string): void {
    if (this.has(session)) return;
    this.#keys.set(session, key);
    this.#counts.set(key, this.count(key) + 1);
  }

  /** Removes a session. Returns its key, or undefined if it did not exist. */
  remove(session: string): string | undefined {
    const key = this.#keys.get(session);
    if (key === undefined) return undefined;
    this.#keys.delete(session);
    const count = this.count(key) - 1;
    if (count === 0) this.#counts.delete(key);
    else this.#counts.set(key, count);
    return key;
  }

  /** Adds a session without asking any other node. */
  judge({ session, key, limit = Number.POSITIVE_INFINITY }: SessionClaim): ClaimResult {
    if (this.count(key) >= limit) return 'over_limit';
    this.add(session, key);
    return 'claimed';
  }
}
