import { AntiphonError } from '../../core/errors.ts';
import type { NodeProfile } from '../../core/sessionDirectory.ts';
import type { NodeStatus } from '../engine.ts';
import { nodeKey, type NodeEntry } from './entries.ts';
import type { NatsLink } from './link.ts';
import type { SeenNode } from './replica.ts';

/** A session that counts only if the limit of its key holds. */
interface Intent {
  readonly key: string;
  readonly limit: number;
  readonly judge: (fits: boolean) => void;
}

/**
 * This node's entry. One write is in progress at a time, and the next one contains all changes made meanwhile. A
 * session is counted first and judged when its count is delivered: all counts have a single order, so of several nodes
 * at the same instant, the first ones within the limit succeed.
 */
export class OwnEntry {
  readonly #profile: NodeProfile;
  readonly #link: NatsLink;
  readonly #counts: Map<string, number>;
  #status: NodeStatus;
  #gen: number = 0;
  #revision: number = 0;
  #serial: number = 0;
  #intents: Intent[] = [];
  #writing: Promise<number> = Promise.resolve(0);
  #next: Promise<number> | undefined;

  private constructor(profile: NodeProfile, link: NatsLink, status: NodeStatus, keys: Iterable<string>) {
    this.#profile = profile;
    this.#link = link;
    this.#status = status;
    this.#counts = new Map();
    for (const key of keys) this.#change(key, 1);
  }

  /** Replaces the entry of an earlier report. */
  static async report(
    profile: NodeProfile,
    link: NatsLink,
    status: NodeStatus,
    keys: Iterable<string>,
  ): Promise<OwnEntry> {
    const entry = new OwnEntry(profile, link, status, keys);
    await entry.#report();
    return entry;
  }

  /** The revision of the report. The sessions that this node owns refer to it. */
  get gen(): number {
    return this.#gen;
  }

  /** The latest revision that the server has accepted. */
  get revision(): number {
    return this.#revision;
  }

  async #report(): Promise<void> {
    const revision = await this.#link.bucket.put(nodeKey(this.#profile.id), this.#entry());
    this.#gen = revision;
    this.#revision = revision;
    await this.#link.replica.reached(revision);
  }

  /** Resolves with a revision that contains the current state. */
  write(status: NodeStatus = this.#status): Promise<number> {
    this.#status = status;
    this.#next ??= this.#writeNext();
    return this.#next;
  }

  /** Counts a session for a key. Resolves with whether the limit holds with it; if not, the session is not counted. */
  async add(key: string, limit: number): Promise<boolean> {
    this.#change(key, 1);
    const judged = new Promise<boolean>((judge) => this.#intents.push({ key, limit, judge }));
    await this.write();
    return judged;
  }

  async remove(key: string): Promise<void> {
    this.#change(key, -1);
    await this.write();
  }

  #change(key: string, by: number): void {
    const count = (this.#counts.get(key) ?? 0) + by;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
  }

  async #writeNext(): Promise<number> {
    await this.#writing.catch(() => undefined);
    this.#next = undefined;
    this.#writing = this.#write();
    return this.#writing;
  }

  async #write(): Promise<number> {
    this.#judgeWhenSeen();
    const revision = await this.#link.bucket.replace(nodeKey(this.#profile.id), this.#entry(), this.#revision);
    if (revision === undefined)
      throw new AntiphonError('directory_unavailable', "another entry has replaced this node's entry");
    this.#revision = revision;
    return revision;
  }

  #judgeWhenSeen(): void {
    const intents = this.#intents;
    this.#intents = [];
    this.#serial += 1;
    if (intents.length === 0) return;
    const [gen, serial] = [this.#gen, this.#serial];
    const isWritten = ({ id, entry }: SeenNode): boolean =>
      id === this.#profile.id && entry?.gen === gen && entry.serial === serial;
    this.#link.replica.whenSeen(isWritten, () => this.#judge(intents));
  }

  /**
   * Judges intents. The counts are those at the instant of the write, including all of its intents; the last intent has
   * the last place.
   */
  #judge(intents: readonly Intent[]): void {
    const later = new Map<string, number>();
    let isChanged = false;
    for (const { key, limit, judge } of intents.toReversed()) {
      const after = later.get(key) ?? 0;
      const fits = this.#link.replica.count(key) - after <= limit;
      later.set(key, after + 1);
      if (!fits) this.#change(key, -1);
      isChanged ||= !fits;
      judge(fits);
    }
    // The next heartbeat notices any failure.
    if (isChanged) this.write().catch(() => undefined);
  }

  #entry(): NodeEntry {
    const counts = Object.fromEntries(this.#counts);
    return { ...this.#profile, ...this.#status, gen: this.#gen, serial: this.#serial, counts };
  }
}
