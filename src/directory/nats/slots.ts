import { randomUUID } from 'node:crypto';
import type { NodeStatus, Reservation } from '../engine.ts';
import type { OwnSlots } from './ownSlots.ts';
import { describeEntry, type LiveNode, type NodeReplica } from './replica.ts';
import type { SlotRequests } from './slotRequests.ts';

/** Maximum number of nodes asked for one slot, since the knowledge about them may be out of date. */
const MAX_ASKED = 3;

export interface SlotsOptions {
  /** ID of this node. */
  readonly id: string;
  readonly status: () => NodeStatus;
  readonly own: OwnSlots;
  readonly requests: SlotRequests;
  readonly replica: NodeReplica;
}

/** The slots of all nodes. Each node decides about its own. */
export class Slots {
  readonly #options: SlotsOptions;

  constructor(options: SlotsOptions) {
    this.#options = options;
  }

  /** Reserves a slot on the node with the most room, excluding `except`. */
  async reserve(except: readonly string[]): Promise<Reservation | undefined> {
    const deadline = this.#options.requests.deadline();
    const asked = new Set(except);
    for (let count = 0; count < MAX_ASKED; count += 1) {
      const best = this.#best(asked);
      if (best === undefined) return undefined;
      asked.add(best.entry.id);
      const reservation = await (this.#isSelf(best)
        ? this.#reserveHere(best)
        : this.#options.requests.reserve(best, deadline));
      if (reservation !== undefined) return reservation;
    }
    return undefined;
  }

  #best(asked: ReadonlySet<string>): LiveNode | undefined {
    let best: LiveNode | undefined;
    let most = 0;
    for (const node of this.#options.replica.alive()) {
      const room = asked.has(node.entry.id) ? 0 : this.#room(node);
      if (room <= most) continue;
      best = node;
      most = room;
    }
    return best;
  }

  #room(node: LiveNode): number {
    const { own, requests, status } = this.#options;
    return this.#isSelf(node) ? own.room(status()) : requests.room(node);
  }

  #reserveHere({ entry }: LiveNode): Reservation | undefined {
    const { own, status } = this.#options;
    const token = randomUUID();
    if (!own.reserve(token, status())) return undefined;
    return { node: describeEntry({ ...entry, ...status() }), release: async () => own.giveBack(token) };
  }

  #isSelf({ entry }: LiveNode): boolean {
    return entry.id === this.#options.id;
  }
}
