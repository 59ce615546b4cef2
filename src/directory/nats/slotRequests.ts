import { randomUUID } from 'node:crypto';
import type { SchedulerLike } from 'rxjs';
import type { Reservation } from '../engine.ts';
import { withTimeout } from '../withTimeout.ts';
import type { NatsLink } from './link.ts';
import { describeEntry, type LiveNode } from './replica.ts';

/** A question from one node to another. */
export interface SlotQuestion {
  readonly act: 'reserve' | 'give_back';
  readonly token: string;
}

/** The owner's answer. */
export interface SlotAnswer {
  readonly granted: boolean;
  /** The latest revision of its entry that the server has accepted. */
  readonly revision: number;
}

export interface SlotRequestsOptions {
  readonly timeoutMs: number;
  readonly scheduler: SchedulerLike;
}

/** The fractions of `timeoutMs` that one node may take, and all nodes asked for one slot together. */
const ONE = 0.7;
const ALL = 0.9;

export function slotSubject(id: string): string {
  return `slots.${id}`;
}

/** Parses a question. Returns undefined for data that no node sends. */
export function parseSlotQuestion(value: unknown): SlotQuestion | undefined {
  const { act, token } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return (act === 'reserve' || act === 'give_back') && typeof token === 'string' ? { act, token } : undefined;
}

/** Asks other nodes for slots. A granted slot counts here until the other node's entry reflects it. */
export class SlotRequests {
  readonly #link: NatsLink;
  readonly #options: SlotRequestsOptions;
  readonly #held: Map<string, number> = new Map();
  /** The revision of each node that did not answer. The node is asked again once there is a newer one. */
  readonly #silent: Map<string, number> = new Map();

  constructor(link: NatsLink, options: SlotRequestsOptions) {
    this.#link = link;
    this.#options = options;
  }

  /** Returns the deadline for all of them, counted from now. */
  deadline(): number {
    return this.#options.scheduler.now() + this.#options.timeoutMs * ALL;
  }

  /** Returns the number of free slots on another node, as far as it is known here. */
  room({ entry, revision }: LiveNode): number {
    if (revision <= (this.#silent.get(entry.id) ?? -1)) return 0;
    return entry.draining ? 0 : entry.capacity - entry.load - (this.#held.get(entry.id) ?? 0);
  }

  /** Resolves with undefined if the node refuses or does not answer in time. */
  async reserve(node: LiveNode, deadline: number): Promise<Reservation | undefined> {
    const { id } = node.entry;
    const token = randomUUID();
    this.#hold(id, 1);
    if (await this.#isGranted(node, token, deadline))
      return { node: describeEntry(node.entry), release: () => this.#giveBack(id, token) };
    this.#hold(id, -1);
    return undefined;
  }

  async #isGranted({ entry, revision }: LiveNode, token: string, deadline: number): Promise<boolean> {
    const { timeoutMs, scheduler } = this.#options;
    const limitMs = Math.min(timeoutMs * ONE, deadline - scheduler.now());
    try {
      return (await withTimeout(this.#ask(entry.id, { act: 'reserve', token }), limitMs, scheduler)).granted;
    } catch {
      this.#silent.set(entry.id, revision);
      return false;
    }
  }

  async #giveBack(id: string, token: string): Promise<void> {
    try {
      const { revision } = await this.#ask(id, { act: 'give_back', token });
      await this.#link.replica.reached(revision);
    } finally {
      this.#hold(id, -1);
    }
  }

  async #ask(id: string, question: SlotQuestion): Promise<SlotAnswer> {
    return (await this.#link.ask(slotSubject(id), question)) as SlotAnswer;
  }

  #hold(id: string, by: number): void {
    const held = (this.#held.get(id) ?? 0) + by;
    if (held > 0) this.#held.set(id, held);
    else this.#held.delete(id);
  }
}
