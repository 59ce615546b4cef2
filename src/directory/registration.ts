import { BehaviorSubject, defer, repeat, Subject, type Observable, type Subscription, timer } from 'rxjs';
import { AntiphonError } from '../core/errors.ts';
import type {
  ClaimResult,
  DirectoryHealth,
  DirectoryNode,
  NodeProfile,
  NodeRegistration,
  SessionClaim,
} from '../core/sessionDirectory.ts';
import type { DirectoryEngine, NodeStatus, Reservation } from './engine.ts';
import type { DirectorySettings } from './options.ts';
import { OwnSessions } from './ownSessions.ts';
import { placeStart } from './placeStart.ts';
import { withTimeout } from './withTimeout.ts';

/**
 * One node's membership, with any engine. The node itself is the source of truth about its sessions: whenever the
 * engine may have missed something, the node reports its full state again.
 */
export class Registration implements NodeRegistration {
  readonly #profile: NodeProfile;
  readonly #engine: DirectoryEngine;
  readonly #settings: DirectorySettings;
  readonly #health: BehaviorSubject<DirectoryHealth> = new BehaviorSubject<DirectoryHealth>('degraded');
  readonly #nodes: BehaviorSubject<readonly DirectoryNode[]>;
  readonly #lost: Subject<string> = new Subject<string>();
  readonly #sessions: OwnSessions = new OwnSessions();
  /** Claims that the engine has not answered yet. */
  readonly #claims: Set<Promise<unknown>> = new Set();
  readonly #beats: Subscription;
  #status: NodeStatus = { load: 0, draining: false };
  /** Writes wait for this, so that a report describes a state between two changes. */
  #reporting: Promise<void> = Promise.resolve();
  #closing: Promise<void> | undefined;

  constructor(profile: NodeProfile, engine: DirectoryEngine, settings: DirectorySettings) {
    this.#profile = profile;
    this.#engine = engine;
    this.#settings = settings;
    this.#nodes = new BehaviorSubject<readonly DirectoryNode[]>([this.#self()]);
    const { heartbeatMs, scheduler } = settings;
    this.#beats = defer(() => this.#beat())
      .pipe(repeat({ delay: () => timer(heartbeatMs, scheduler) }))
      .subscribe();
  }

  get health$(): Observable<DirectoryHealth> {
    return this.#health.asObservable();
  }

  get nodes$(): Observable<readonly DirectoryNode[]> {
    return this.#nodes.asObservable();
  }

  get lost$(): Observable<string> {
    return this.#lost.asObservable();
  }

  publishLoad(load: number): Promise<void> {
    return this.#publish({ ...this.#status, load });
  }

  drain(): Promise<void> {
    return this.#publish({ ...this.#status, draining: true });
  }

  place<T>(ask: (node: DirectoryNode) => Promise<T | undefined>): Promise<T | undefined> {
    return placeStart((asked) => this.#reserve(asked), ask);
  }

  async claim(claim: SessionClaim): Promise<ClaimResult> {
    await this.#reporting;
    if (this.#sessions.has(claim.session)) return 'claimed';
    const claiming = this.#run(
      () => this.#engine.claim(claim),
      () => this.#sessions.judge(claim),
    );
    this.#claims.add(claiming);
    const result = await claiming;
    this.#claims.delete(claiming);
    if (result === 'claimed') this.#sessions.add(claim.session, claim.key);
    return result;
  }

  async confirm({ session, key }: Omit<SessionClaim, 'limit'>): Promise<'claimed' | 'owned'> {
    await this.#reporting;
    if (this.#health.value === 'degraded') throw createUnavailable();
    const confirming = this.#confirm({ session, key });
    const settled = confirming.catch(() => undefined);
    this.#claims.add(settled);
    try {
      const isOwn = (await confirming) === 'claimed';
      if (isOwn) this.#sessions.add(session, key);
      else this.#sessions.remove(session);
      return isOwn ? 'claimed' : 'owned';
    } catch (cause) {
      this.#degrade();
      throw createUnavailable(cause);
    } finally {
      this.#claims.delete(settled);
    }
  }

  async release(session: string): Promise<void> {
    await this.#reporting;
    const key = this.#sessions.remove(session);
    if (key === undefined) return;
    await this.#run(
      () => this.#engine.release(session, key),
      () => undefined,
    );
  }

  async find(session: string): Promise<DirectoryNode | undefined> {
    if (this.#sessions.has(session)) return this.#self();
    return this.#run(
      () => this.#engine.find(session),
      () => {
        throw createUnavailable();
      },
    );
  }

  count(key: string): Promise<number> {
    return this.#run(
      () => this.#engine.count(key),
      () => this.#sessions.count(key),
    );
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#beats.unsubscribe();
    await this.#run(
      () => this.#engine.leave(),
      () => undefined,
    );
    await this.#engine.close();
    for (const subject of [this.#health, this.#nodes, this.#lost]) subject.complete();
  }

  #self(): DirectoryNode {
    const { load, draining } = this.#status;
    return { ...this.#profile, load, state: draining ? 'draining' : 'serving' };
  }

  async #publish(status: NodeStatus): Promise<void> {
    this.#status = status;
    await this.#reporting;
    await this.#run(
      () => this.#engine.publish(this.#status),
      () => undefined,
    );
  }

  #reserve(asked: readonly string[]): Promise<Reservation | undefined> {
    return this.#run(
      () => this.#engine.reserve(asked),
      () => this.#reserveHere(asked),
    );
  }

  #reserveHere(asked: readonly string[]): Reservation | undefined {
    const node = this.#self();
    const hasRoom = node.state === 'serving' && node.load < node.capacity && !asked.includes(node.id);
    return hasRoom ? { node, release: () => Promise.resolve() } : undefined;
  }

  /** Asks the engine. While it is unavailable, falls back to this node's own knowledge. */
  async #run<T>(work: () => Promise<T>, alone: () => T): Promise<T> {
    if (this.#health.value === 'degraded') return alone();
    try {
      return await this.#inTime(work());
    } catch {
      this.#degrade();
      return alone();
    }
  }

  #inTime<T>(answer: Promise<T>): Promise<T> {
    return withTimeout(answer, this.#settings.timeoutMs, this.#settings.scheduler);
  }

  #degrade(): void {
    if (this.#closing !== undefined) return;
    this.#engine.recover();
    if (this.#health.value === 'degraded') return;
    this.#health.next('degraded');
    this.#nodes.next([this.#self()]);
  }

  async #beat(): Promise<void> {
    try {
      if (this.#health.value === 'degraded') await this.#report();
      const nodes = (await this.#sendBeat()) ?? (await this.#report().then(() => this.#sendBeat()));
      if (nodes !== undefined && this.#isWatching() && !sameNodes(nodes, this.#nodes.value)) this.#nodes.next(nodes);
    } catch {
      this.#degrade();
    }
  }

  /**
   * Confirms a claim. A heartbeat keeps the node alive for `expiry` from when it was sent, together with the sessions
   * claimed then.
   */
  async #confirm(claim: SessionClaim): Promise<ClaimResult> {
    const { scheduler, expiryMs } = this.#settings;
    const sentAt = scheduler.now();
    if ((await this.#sendBeat()) === undefined) throw new Error('the engine does not know the sessions of this node');
    const result = await this.#inTime(this.#engine.claim(claim));
    if (scheduler.now() - sentAt >= expiryMs) throw new Error('the engine answered too late');
    return result;
  }

  #isWatching(): boolean {
    return this.#closing === undefined && this.#health.value === 'connected';
  }

  #sendBeat(): Promise<readonly DirectoryNode[] | undefined> {
    const known = this.#claims.size === 0 ? this.#sessions.size : undefined;
    return this.#inTime(this.#engine.beat(this.#status, known));
  }

  #report(): Promise<void> {
    const reporting = this.#reportAll();
    this.#reporting = reporting.catch(() => undefined);
    return reporting;
  }

  async #reportAll(): Promise<void> {
    await Promise.all(this.#claims);
    if (this.#closing !== undefined) return;
    const lost = await this.#inTime(this.#engine.report({ ...this.#status, sessions: this.#sessions.all() }));
    if (this.#closing !== undefined) return;
    if (this.#health.value === 'degraded') this.#health.next('connected');
    for (const session of lost) {
      this.#sessions.remove(session);
      this.#lost.next(session);
    }
  }
}

function createUnavailable(cause?: unknown): AntiphonError {
  return new AntiphonError('directory_unavailable', 'the engine of the session directory does not answer', { cause });
}

/** Returns whether two lists contain equal nodes in the same order. */
function sameNodes(some: readonly DirectoryNode[], others: readonly DirectoryNode[]): boolean {
  return some.length === others.length && some.every((node, at) => isSame(node, others[at]));
}

function isSame(one: DirectoryNode, other: DirectoryNode | undefined): boolean {
  const fields = ['id', 'url', 'capacity', 'load', 'state'] as const;
  return fields.every((field) => one[field] === other?.[field]);
}
