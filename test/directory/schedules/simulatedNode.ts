import type { SchedulerLike } from 'rxjs';
import type { ClaimResult, NodeRegistration } from '../../../src/core/sessionDirectory.ts';
import { PROTOCOL } from '../../../src/core/protocol.ts';
import { createCheckpoints, type Checkpoints, type FoundSession } from '../../../src/server/checkpoints/checkpoints.ts';
import { PLAIN_SEALING } from '../../../src/server/checkpoints/sealing.ts';
import { createTakeOvers, type TakeOvers } from '../../../src/server/checkpoints/takeOver.ts';
import { releaseLast } from '../../../src/server/calls/startClaimed.ts';
import { claimEnded } from '../../../src/server/cluster/claimSession.ts';
import type { SessionEndReason } from '../../../src/session/floor/types.ts';
import type { CheckpointStore } from '../../../src/core/checkpointStore.ts';
import { Conversation } from './conversation.ts';
import { createSimulatedCalls } from './simulatedCalls.ts';
import { createLineService, LINE, type Asked, type LineCalls } from './simulatedLine.ts';

export const CAPACITY = 4;

const AUDIO = { encoding: 'pcm_s16le', sample_rate: 16_000 } as const;
const ORIGIN = {
  created_at: '2026-01-01T00:00:00.000Z',
  expires_at: '2999-01-01T00:00:00.000Z',
  audio: { input: AUDIO, output: { ...AUDIO, frame_ms: 20 as const } },
};

/** Who a session is for: the call of a telephone line; or a client of its own, whose key has a limit. */
export interface TakenFor {
  readonly call?: string | undefined;
  readonly limit?: number | undefined;
}

export interface SimulatedNodeOptions {
  readonly id: string;
  readonly registration: NodeRegistration;
  readonly store: CheckpointStore;
  readonly scheduler: SchedulerLike;
  /** The client of a session hears the next word, if it is connected with this node. */
  readonly hear: (session: string) => string | undefined;
  /** The node owns a session no longer: its client hears of it. */
  readonly onLost: (session: string) => void;
  /** The node decides by itself: its engine does not answer. */
  readonly onAlone: () => void;
  /** A session has ended. */
  readonly onEnded: (session: string) => void;
  /** A session that was taken over goes on with these words. */
  readonly onTaken: (session: string, words: readonly string[]) => void;
  /** Returns the id of a session that a line begins. */
  readonly createId: () => string;
  /** Passes the request of a carrier on to another node. */
  readonly pass: (node: string, asked: Asked) => Promise<string>;
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
  /** How sessions have ended here that did not go on elsewhere. */
  readonly endings: Map<string, SessionEndReason> = new Map();
  readonly takeOvers: TakeOvers;
  readonly calls: LineCalls;
  readonly #checkpoints: Checkpoints;
  readonly #options: SimulatedNodeOptions;
  readonly #onAlone: () => void;
  readonly #answer: (asked: Asked, isHop: boolean) => Promise<string>;
  /** The calls of the sessions of lines. */
  readonly #callOf: Map<string, string> = new Map();
  /** Sessions that are about to begin. */
  readonly #beginning: Set<string> = new Set();
  isAlive = true;
  isDraining = false;
  isConnected = false;

  constructor(options: SimulatedNodeOptions) {
    const { id, registration, onLost, onAlone, store, scheduler, pass } = options;
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
    this.calls = createSimulatedCalls(this, options.createId);
    const log = { info: () => undefined, warn: () => undefined };
    const others = { calls: this.calls as never, tokens: { adopt: () => undefined } as never, log };
    const unused = { ...others, addressesOf: () => [], lineIds: () => [], count: () => undefined };
    this.takeOvers = createTakeOvers({ ...unused, checkpoints: this.#checkpoints });
    this.id = id;
    this.registration = registration;
    this.#onAlone = onAlone;
    this.#answer = createLineService({ node: this, scheduler, pass });
    registration.health$.subscribe((health) => {
      if (this.isConnected && health === 'degraded') onAlone();
      this.isConnected = health === 'connected';
    });
    registration.lost$.subscribe((session) => {
      this.#checkpoints.leave(session);
      lose(session);
    });
  }

  get load(): number {
    return this.owned.size + this.#beginning.size;
  }

  get isFull(): boolean {
    return this.load >= CAPACITY;
  }

  /** The call of the line of a session. */
  callOf(session: string): string | undefined {
    return this.#callOf.get(session);
  }

  /** Answers a carrier; `null` in JSON: it has died meanwhile. `isHop`: another node has passed the request on, which then fails. */
  async answer(asked: Asked, isHop = false): Promise<string> {
    try {
      const answer = await this.#answer(asked, isHop);
      if (this.isAlive) return answer;
    } catch (error) {
      if (this.isAlive) throw error;
    }
    if (isHop) throw new Error('the node does not answer');
    return 'null';
  }

  /** Takes a session if it may. Resolves with undefined if it has no room. */
  async take(session: string, key: string, { call, limit }: TakenFor): Promise<ClaimResult | undefined> {
    if (!this.#takes(session)) return undefined;
    this.#beginning.add(session);
    this.#publish();
    const result = await this.registration.claim({ session, key, limit });
    this.#beginning.delete(session);
    if (!this.isConnected) this.#onAlone();
    if (result === 'claimed' && this.isAlive) this.#begin(session, key, call);
    this.#publish();
    return this.isAlive ? result : undefined;
  }

  /** Takes a session over as a server does, whatever the limit of its key. Resolves with whether it has it. */
  async takeOver(session: string, found: FoundSession): Promise<boolean> {
    if (!this.#takes(session)) return false;
    this.#beginning.add(session);
    const result = await this.registration.claim({ session, key: found.owner });
    const claimed =
      result === 'claimed' ? await this.#checkpoints.claim(session, found).catch(() => undefined) : undefined;
    this.#beginning.delete(session);
    if (!this.isConnected) this.#onAlone();
    if (claimed !== undefined && this.isAlive) {
      this.taken.add(session);
      const call = found.protocol === LINE.protocol ? String(found.custom_data['call_sid']) : undefined;
      this.#begin(session, found.owner, call, claimed);
      this.#options.onTaken(session, this.conversations.get(session)?.words ?? []);
    } else if (result === 'claimed' && this.isAlive) void this.registration.release(session);
    this.#publish();
    return claimed !== undefined && this.isAlive;
  }

  end(session: string, reason: SessionEndReason): void {
    if (!this.isAlive || !this.owned.has(session)) return;
    this.endings.set(session, reason);
    this.#options.onEnded(session);
    void this.#leave(session, reason);
  }

  /** Leaves a session to other nodes. Without a checkpoint it ends. */
  async handOver(session: string): Promise<void> {
    if (await this.#checkpoints.handOver(session)) await this.#leave(session, 'draining');
    else this.end(session, 'draining');
  }

  /** Nothing of it reaches anybody any more. */
  die(): void {
    this.isAlive = false;
    for (const conversation of this.conversations.values()) conversation.die();
  }

  #takes(session: string): boolean {
    return this.isAlive && !this.isDraining && !this.isFull && !this.#beginning.has(session);
  }

  /** As the calls of a server do: the checkpoint goes before the ownership. */
  async #leave(session: string, reason: SessionEndReason): Promise<void> {
    const { registration } = this;
    const claimed = Promise.resolve(() => registration.release(session));
    const leave = await releaseLast(session, claimed, {
      checkpoints: this.#checkpoints,
      claimEnded: (ended) => claimEnded(registration, ended),
    });
    if (!this.#forget(session, reason)) return;
    // Its end is known first.
    await Promise.resolve();
    await leave();
  }

  #begin(session: string, key: string, call: string | undefined, found?: FoundSession): void {
    const { hear, scheduler } = this.#options;
    const conversation = new Conversation({
      session,
      from: found?.checkpoint,
      hear: () => hear(session),
      scheduler,
    });
    this.owned.set(session, key);
    this.endings.delete(session);
    if (call !== undefined) this.#callOf.set(session, call);
    const protocol = call === undefined ? PROTOCOL : LINE.protocol;
    const custom_data = call === undefined ? {} : { call_sid: call };
    this.conversations.set(session, conversation);
    this.#checkpoints.follow({
      session: conversation,
      origin: { ...ORIGIN, protocol, custom_data, owner: key },
      progress: () => ({ latestSeq: 0, received: { samples: 0, texts: 0 } }),
      epoch: found?.epoch ?? 0,
    });
    conversation.begin();
  }

  #forget(session: string, reason: SessionEndReason = 'disconnected'): boolean {
    this.conversations.get(session)?.end(reason);
    this.conversations.delete(session);
    this.taken.delete(session);
    const isOwned = this.owned.delete(session);
    this.#publish();
    return isOwned;
  }

  #publish(): void {
    if (this.isAlive) void this.registration.publishLoad(this.load);
  }
}
