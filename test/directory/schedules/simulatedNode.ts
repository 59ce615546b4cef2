import type { SchedulerLike } from 'rxjs';
import type { ClaimResult, NodeRegistration } from '../../../src/core/sessionDirectory.ts';
import { PROTOCOL } from '../../../src/core/protocol.ts';
import { createCheckpoints, type Checkpoints, type FoundSession } from '../../../src/server/checkpoints/checkpoints.ts';
import { PLAIN_SEALING } from '../../../src/server/checkpoints/sealing.ts';
import { createTakeOvers, type TakeOvers } from '../../../src/server/checkpoints/takeOver.ts';
import type { CheckpointStore } from '../../../src/core/checkpointStore.ts';
import { Conversation } from './conversation.ts';

export const CAPACITY = 4;

const AUDIO = { encoding: 'pcm_s16le', sample_rate: 16_000 } as const;
const ORIGIN = {
  protocol: PROTOCOL,
  created_at: '2026-01-01T00:00:00.000Z',
  expires_at: '2999-01-01T00:00:00.000Z',
  audio: { input: AUDIO, output: { ...AUDIO, frame_ms: 20 as const } },
  custom_data: {},
};

export interface SimulatedNodeOptions {
  readonly id: string;
  readonly limit: number;
  readonly registration: NodeRegistration;
  readonly store: CheckpointStore;
  readonly scheduler: SchedulerLike;
  /** The client of a session hears the next word, if it is connected with this node. */
  readonly hear: (session: string) => string | undefined;
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
  /** Sessions that it has taken over from others. */
  readonly taken: Set<string> = new Set();
  readonly conversations: Map<string, Conversation> = new Map();
  readonly takeOvers: TakeOvers;
  readonly #checkpoints: Checkpoints;
  readonly #options: SimulatedNodeOptions;
  readonly #limit: number;
  readonly #onAlone: () => void;
  /** Sessions that are about to begin. */
  readonly #beginning: Set<string> = new Set();
  isAlive = true;
  isDraining = false;
  isConnected = false;

  constructor(options: SimulatedNodeOptions) {
    const { id, limit, registration, onLost, onAlone, store, scheduler } = options;
    const lose = (session: string): void => {
      if (!this.isAlive || !this.#forget(session)) return;
      onLost(session);
    };
    this.#options = options;
    this.#checkpoints = createCheckpoints({
      store,
      scheduler,
      sealing: PLAIN_SEALING,
      maxBytes: 262_144,
      node: id,
      log: { warn: () => undefined },
      count: () => undefined,
      superseded: (session) => {
        lose(session);
        void registration.release(session);
      },
    });
    const others = { calls: undefined as never, tokens: undefined as never, log: undefined as never };
    const unused = { ...others, addressesOf: () => [], lineIds: () => [], count: () => undefined };
    this.takeOvers = createTakeOvers({ ...unused, checkpoints: this.#checkpoints });
    this.id = id;
    this.#limit = limit;
    this.registration = registration;
    this.#onAlone = onAlone;
    registration.health$.subscribe((health) => {
      if (this.isConnected && health === 'degraded') onAlone();
      this.isConnected = health === 'connected';
    });
    registration.lost$.subscribe((session) => {
      this.#checkpoints.leave(session);
      lose(session);
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
    if (result === 'claimed' && this.isAlive) this.#begin(session, key);
    this.#publish();
    return this.isAlive ? result : undefined;
  }

  /** Takes a session over as a server does, whatever the limit of its key. Resolves with whether it has it. */
  async takeOver(session: string, found: FoundSession): Promise<boolean> {
    const load = this.owned.size + this.#beginning.size;
    if (this.isDraining || load >= CAPACITY || this.#beginning.has(session)) return false;
    this.#beginning.add(session);
    const result = await this.registration.claim({ session, key: found.owner });
    const claimed =
      result === 'claimed' ? await this.#checkpoints.claim(session, found).catch(() => undefined) : undefined;
    this.#beginning.delete(session);
    if (!this.isConnected) this.#onAlone();
    if (claimed !== undefined && this.isAlive) {
      this.taken.add(session);
      this.#begin(session, found.owner, claimed);
    } else if (result === 'claimed' && this.isAlive) void this.registration.release(session);
    this.#publish();
    return claimed !== undefined && this.isAlive;
  }

  end(session: string): void {
    if (!this.isAlive || !this.#forget(session)) return;
    void this.registration.release(session);
  }

  /** Leaves a session to other nodes. Without a checkpoint it ends. */
  async handOver(session: string): Promise<void> {
    await this.#checkpoints.handOver(session);
    this.end(session);
  }

  /** Nothing of it reaches anybody any more. */
  die(): void {
    this.isAlive = false;
    for (const conversation of this.conversations.values()) conversation.die();
  }

  #begin(session: string, key: string, found?: FoundSession): void {
    const { hear, scheduler } = this.#options;
    const conversation = new Conversation({
      session,
      from: found?.checkpoint,
      hear: () => hear(session),
      scheduler,
    });
    this.owned.set(session, key);
    this.conversations.set(session, conversation);
    this.#checkpoints.follow({
      session: conversation,
      origin: { ...ORIGIN, owner: key },
      progress: () => ({ latestSeq: 0, received: { samples: 0, texts: 0 } }),
      epoch: found?.epoch ?? 0,
    });
    conversation.begin();
  }

  #forget(session: string): boolean {
    this.conversations.get(session)?.end();
    this.conversations.delete(session);
    this.taken.delete(session);
    const isOwned = this.owned.delete(session);
    this.#publish();
    return isOwned;
  }

  #publish(): void {
    if (this.isAlive) void this.registration.publishLoad(this.owned.size + this.#beginning.size);
  }
}
