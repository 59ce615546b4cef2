import type { SchedulerLike } from 'rxjs';
import { AntiphonError } from '../../core/errors.ts';
import type { ClaimResult, DirectoryNode, NodeProfile, SessionClaim } from '../../core/sessionDirectory.ts';
import type { DirectoryEngine, NodeReport, NodeStatus, Reservation } from '../engine.ts';
import { nodeKey } from './entries.ts';
import type { NatsLink } from './link.ts';
import { LinkHolder } from './linkHolder.ts';
import { Membership } from './membership.ts';
import { OwnSlots } from './ownSlots.ts';
import { parseSlotQuestion, type SlotAnswer, SlotRequests, slotSubject } from './slotRequests.ts';
import { Slots } from './slots.ts';

export interface NatsEngineOptions {
  readonly expiryMs: number;
  readonly timeoutMs: number;
  readonly scheduler: SchedulerLike;
}

/** One node's access to NATS. */
export class NatsEngine implements DirectoryEngine {
  readonly #profile: NodeProfile;
  readonly #options: NatsEngineOptions;
  readonly #links: LinkHolder<NatsLink>;
  readonly #ownSlots: OwnSlots;
  readonly #revisions: Map<string, number> = new Map();
  /** The bucket to which the revisions belong. */
  #bucketId: string = '';
  #status: NodeStatus = { load: 0, draining: false };
  #reports: number = 0;
  /**
   * The link that had enough time for a complete report. A link that has just been opened is kept for the next report.
   */
  #tried: NatsLink | undefined;
  #reported: { readonly membership: Membership; readonly slots: Slots } | undefined;

  constructor(profile: NodeProfile, open: () => Promise<NatsLink>, options: NatsEngineOptions) {
    this.#profile = profile;
    this.#options = options;
    this.#ownSlots = new OwnSlots(profile.capacity, options.expiryMs, options.scheduler);
    this.#links = new LinkHolder(async () => this.#serveSlots(await open()));
  }

  async report(report: NodeReport): Promise<readonly string[]> {
    this.#setStatus(report);
    const turn = ++this.#reports;
    this.#tried = this.#links.opened;
    const link = await this.#links.get();
    this.#checkLatest(turn);
    if (link.bucket.id !== this.#bucketId) this.#revisions.clear();
    this.#bucketId = link.bucket.id;
    const { scheduler } = this.#options;
    const options = { profile: this.#profile, link, revisions: this.#revisions, scheduler };
    const { membership, lost } = await Membership.report(report, options);
    this.#checkLatest(turn);
    this.#tried = link;
    this.#reported = { membership, slots: this.#createSlots(link) };
    return lost;
  }

  async beat(status: NodeStatus, sessions: number | undefined): Promise<readonly DirectoryNode[] | undefined> {
    this.#setStatus(status);
    return this.#current().membership.beat(status, sessions);
  }

  async publish(status: NodeStatus): Promise<void> {
    this.#setStatus(status);
    await this.#current().membership.publish(status);
  }

  async reserve(except: readonly string[]): Promise<Reservation | undefined> {
    return this.#current().slots.reserve(except);
  }

  async claim(claim: SessionClaim): Promise<ClaimResult> {
    return this.#current().membership.claim(claim);
  }

  async release(session: string, key: string): Promise<void> {
    await this.#current().membership.release(session, key);
  }

  async find(session: string): Promise<DirectoryNode | undefined> {
    return this.#current().membership.find(session);
  }

  async count(key: string): Promise<number> {
    return this.#current().membership.count(key);
  }

  async leave(): Promise<void> {
    const { membership } = this.#current();
    this.#reported = undefined;
    await membership.link.bucket.end(nodeKey(this.#profile.id));
  }

  recover(): void {
    this.#reported = undefined;
    if (this.#tried !== undefined) this.#links.drop();
    this.#tried = undefined;
  }

  close(): Promise<void> {
    return this.#links.close();
  }

  /** Ensures that an abandoned report does not replace a later one. */
  #checkLatest(turn: number): void {
    if (turn !== this.#reports)
      throw new AntiphonError('directory_unavailable', 'a later report has replaced this one');
  }

  #current(): { readonly membership: Membership; readonly slots: Slots } {
    if (this.#reported === undefined)
      throw new AntiphonError('directory_unavailable', 'this node has not reported over this connection yet');
    return this.#reported;
  }

  #setStatus({ load, draining }: NodeStatus): void {
    this.#status = { load, draining };
  }

  #createSlots(link: NatsLink): Slots {
    const status = (): NodeStatus => this.#status;
    const requests = new SlotRequests(link, this.#options);
    return new Slots({ id: this.#profile.id, status, own: this.#ownSlots, requests, replica: link.replica });
  }

  #serveSlots(link: NatsLink): NatsLink {
    link.serve(slotSubject(this.#profile.id), (question) => this.#answer(question));
    return link;
  }

  #answer(value: unknown): SlotAnswer {
    const question = parseSlotQuestion(value);
    if (question?.act === 'give_back') this.#ownSlots.giveBack(question.token);
    const granted = question?.act === 'reserve' && this.#ownSlots.reserve(question.token, this.#status);
    return { granted, revision: this.#reported?.membership.revision ?? 0 };
  }
}
