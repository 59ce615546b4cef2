import type { SchedulerLike } from 'rxjs';
import type { NodeStatus } from '../engine.ts';

/** This node's reserved slots. They expire after a time that the node itself measures. */
export class OwnSlots {
  readonly #capacity: number;
  readonly #expiryMs: number;
  readonly #scheduler: Pick<SchedulerLike, 'now'>;
  readonly #until: Map<string, number> = new Map();

  constructor(capacity: number, expiryMs: number, scheduler: Pick<SchedulerLike, 'now'>) {
    this.#capacity = capacity;
    this.#expiryMs = expiryMs;
    this.#scheduler = scheduler;
  }

  room({ load, draining }: NodeStatus): number {
    for (const [token, until] of this.#until) if (until <= this.#scheduler.now()) this.#until.delete(token);
    return draining ? 0 : this.#capacity - load - this.#until.size;
  }

  /** Reserves a slot. Returns whether there was room. */
  reserve(token: string, status: NodeStatus): boolean {
    if (this.room(status) < 1) return false;
    this.#until.set(token, this.#scheduler.now() + this.#expiryMs);
    return true;
  }

  giveBack(token: string): void {
    this.#until.delete(token);
  }
}
