import type { SchedulerLike } from 'rxjs';
import type { ClaimResult, DirectoryNode, NodeProfile, SessionClaim } from '../../core/sessionDirectory.ts';
import type { NodeReport, NodeStatus } from '../engine.ts';
import { ENTRY_TTL_MS } from './bucket.ts';
import { hashName } from './entries.ts';
import type { NatsLink } from './link.ts';
import { OwnedSessions } from './ownedSessions.ts';
import { OwnEntry } from './ownEntry.ts';
import { describeEntry } from './replica.ts';

export interface MembershipOptions {
  readonly profile: NodeProfile;
  readonly link: NatsLink;
  /** The latest revision of each session that this node has written. */
  readonly revisions: Map<string, number>;
  readonly scheduler: Pick<SchedulerLike, 'now'>;
}

/** This node's report and the changes made since. */
export class Membership {
  readonly link: NatsLink;
  readonly #id: string;
  readonly #entry: OwnEntry;
  readonly #sessions: OwnedSessions;
  readonly #scheduler: Pick<SchedulerLike, 'now'>;
  readonly #reportedAt: number;

  private constructor(entry: OwnEntry, { profile, link, revisions, scheduler }: MembershipOptions) {
    this.link = link;
    this.#id = profile.id;
    this.#entry = entry;
    this.#sessions = new OwnedSessions(link, { id: profile.id, gen: entry.gen }, revisions);
    this.#scheduler = scheduler;
    this.#reportedAt = scheduler.now();
  }

  /** Reports the node. Resolves with the membership and with the sessions that another node owns. */
  static async report(
    { sessions, ...status }: NodeReport,
    options: MembershipOptions,
  ): Promise<{ readonly membership: Membership; readonly lost: readonly string[] }> {
    const { profile, link, revisions } = options;
    for (const session of revisions.keys()) if (!sessions.has(session)) revisions.delete(session);
    const entry = await OwnEntry.report(profile, link, status, [...sessions.values()].map(hashName));
    const membership = new Membership(entry, options);
    return { membership, lost: await membership.#takeAll(sessions) };
  }

  /** The latest revision of this node's entry that the server has accepted. */
  get revision(): number {
    return this.#entry.revision;
  }

  async beat(status: NodeStatus, sessions: number | undefined): Promise<readonly DirectoryNode[] | undefined> {
    if (this.#scheduler.now() - this.#reportedAt > ENTRY_TTL_MS / 2) return undefined;
    await this.link.replica.reached(await this.#entry.write(status));
    const isKnown = this.link.replica.owner({ id: this.#id, gen: this.#entry.gen }) !== undefined;
    if (!isKnown || (sessions !== undefined && sessions !== this.#sessions.size)) return undefined;
    return this.link.replica.alive().map(({ entry }) => describeEntry(entry));
  }

  async publish(status: NodeStatus): Promise<void> {
    await this.#entry.write(status);
  }

  async claim({ session, key, limit = Number.POSITIVE_INFINITY }: SessionClaim): Promise<ClaimResult> {
    const hash = hashName(key);
    if (this.link.replica.count(hash) >= limit) return (await this.#isOwnedElsewhere(session)) ? 'owned' : 'over_limit';
    const [taking, fits] = await Promise.all([this.#sessions.take(session), this.#entry.add(hash, limit)]);
    if (fits && taking !== 'taken') await this.#entry.remove(hash);
    if (!fits && taking === 'taken') await this.#sessions.release(session);
    if (taking === 'refused') return 'owned';
    return fits || taking === 'kept' ? 'claimed' : 'over_limit';
  }

  async release(session: string, key: string): Promise<void> {
    await Promise.all([this.#sessions.release(session), this.#entry.remove(hashName(key))]);
  }

  async find(session: string): Promise<DirectoryNode | undefined> {
    const owner = await this.#sessions.ownerOf(session);
    return owner && describeEntry(owner.entry);
  }

  count(key: string): number {
    return this.link.replica.count(hashName(key));
  }

  async #isOwnedElsewhere(session: string): Promise<boolean> {
    const owner = await this.#sessions.ownerOf(session);
    return owner !== undefined && owner.entry.id !== this.#id;
  }

  async #takeAll(sessions: ReadonlyMap<string, string>): Promise<readonly string[]> {
    const takings = await this.#sessions.takeAll([...sessions.keys()]);
    const lost = [...sessions].filter((_, at) => takings[at] === 'refused');
    await Promise.all(lost.map(([, key]) => this.#entry.remove(hashName(key))));
    return lost.map(([session]) => session);
  }
}
