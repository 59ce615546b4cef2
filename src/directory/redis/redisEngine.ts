import { randomUUID } from 'node:crypto';
import type { SchedulerLike } from 'rxjs';
import type { ClaimResult, DirectoryNode, NodeProfile, SessionClaim } from '../../core/sessionDirectory.ts';
import type { DirectoryEngine, NodeReport, NodeStatus, Reservation } from '../engine.ts';
import type { RedisConnection } from './connection.ts';
import { BEAT, CLAIM, COUNT, FIND, GIVE_BACK, LEAVE, PUBLISH, RELEASE, RESERVE, REPORT } from './scripts.ts';

/** Time for which the owner of a session is kept, in ms. It counts only while its node is alive. */
const SESSION_TTL_MS = 3_600_000;

export interface RedisEngineOptions {
  readonly expiryMs: number;
  readonly scheduler: Pick<SchedulerLike, 'now'>;
}

/** One node's access to Redis or Valkey. */
export class RedisEngine implements DirectoryEngine {
  readonly #profile: NodeProfile;
  readonly #connection: RedisConnection;
  readonly #expiryMs: number;
  readonly #scheduler: Pick<SchedulerLike, 'now'>;
  /** Identifies the state that was last reported. */
  #gen: string = '';
  #reportedAt: number = 0;

  constructor(profile: NodeProfile, connection: RedisConnection, { expiryMs, scheduler }: RedisEngineOptions) {
    this.#profile = profile;
    this.#connection = connection;
    this.#expiryMs = expiryMs;
    this.#scheduler = scheduler;
  }

  async report({ sessions, ...status }: NodeReport): Promise<readonly string[]> {
    this.#gen = randomUUID();
    this.#reportedAt = this.#scheduler.now();
    const { url, capacity } = this.#profile;
    const self = [this.#expiryMs, SESSION_TTL_MS, url, capacity, ...statusArgs(status)];
    return (await this.#runAsSelf(REPORT, [...self, ...[...sessions].flat()])) as readonly string[];
  }

  async beat(status: NodeStatus, sessions: number | undefined): Promise<readonly DirectoryNode[] | undefined> {
    if (this.#scheduler.now() - this.#reportedAt > SESSION_TTL_MS / 2) return undefined;
    const answer = await this.#runAsSelf(BEAT, [this.#expiryMs, sessions ?? '', ...statusArgs(status)]);
    return (answer as readonly NodeReply[] | null)?.map(toNode);
  }

  async publish(status: NodeStatus): Promise<void> {
    await this.#runAsSelf(PUBLISH, statusArgs(status));
  }

  async reserve(except: readonly string[]): Promise<Reservation | undefined> {
    const token = randomUUID();
    const reply = (await this.#connection.run(RESERVE, [token, this.#expiryMs, ...except])) as NodeReply | null;
    if (reply === null) return undefined;
    const node = toNode(reply);
    return { node, release: async () => void (await this.#connection.run(GIVE_BACK, [node.id, token])) };
  }

  async claim({ session, key, limit }: SessionClaim): Promise<ClaimResult> {
    return (await this.#runAsSelf(CLAIM, [session, key, limit ?? '', SESSION_TTL_MS])) as ClaimResult;
  }

  async release(session: string, key: string): Promise<void> {
    await this.#runAsSelf(RELEASE, [session, key]);
  }

  async find(session: string): Promise<DirectoryNode | undefined> {
    const reply = (await this.#connection.run(FIND, [session])) as NodeReply | null;
    return reply === null ? undefined : toNode(reply);
  }

  async count(key: string): Promise<number> {
    return (await this.#connection.run(COUNT, [key])) as number;
  }

  async leave(): Promise<void> {
    await this.#runAsSelf(LEAVE, []);
  }

  recover(): void {
    this.#connection.recover();
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  #runAsSelf(script: typeof REPORT, args: readonly (string | number)[]): Promise<unknown> {
    return this.#connection.run(script, [this.#profile.id, this.#gen, ...args]);
  }
}

type NodeReply = readonly [id: string, url: string, capacity: string, load: string, draining: string];

function toNode([id, url, capacity, load, draining]: NodeReply): DirectoryNode {
  return { id, url, capacity: Number(capacity), load: Number(load), state: draining === '1' ? 'draining' : 'serving' };
}

function statusArgs({ load, draining }: NodeStatus): readonly number[] {
  return [load, draining ? 1 : 0];
}
