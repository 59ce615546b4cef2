import type { SchedulerLike, Subscription } from 'rxjs';
import type { PlacedUpdate } from '../recorded/updates.ts';

/**
 * Makes, in order, the updates that no answer makes: each as long after its turn as in the recording, but no later than
 * the moment when words of a later turn are known.
 */
export class PlacedUpdates {
  #waiting: readonly PlacedUpdate[];
  readonly #apply: (update: PlacedUpdate['request']) => void;
  readonly #scheduler: SchedulerLike;
  readonly #timers = new Map<PlacedUpdate, Subscription>();

  constructor(
    updates: readonly PlacedUpdate[],
    apply: (update: PlacedUpdate['request']) => void,
    scheduler: SchedulerLike,
  ) {
    this.#waiting = updates;
    this.#apply = apply;
    this.#scheduler = scheduler;
  }

  /** Schedules an update by the session's owner if it was made before the first turn. */
  begin(request: PlacedUpdate['request']): void {
    const update = this.#waiting.find((one) => one.request === request && one.turn === null);
    if (update !== undefined) this.#schedule(update);
  }

  /** Schedules the updates of a committed turn, and of turns that became part of it. */
  noteCommit(turn: number | null): void {
    if (turn === null) return;
    for (const update of this.#waiting) if (update.turn !== null && update.turn <= turn) this.#schedule(update);
  }

  /** Makes the updates that precede a turn once its words are known. */
  noteWords(turn: number | null): void {
    if (turn === null) return;
    const last = this.#waiting.findLast((update) => update.turn === null || update.turn < turn);
    if (last !== undefined) this.#applyUpTo(last);
  }

  #schedule(update: PlacedUpdate): void {
    if (this.#timers.has(update)) return;
    const timer = this.#scheduler.schedule(() => this.#applyUpTo(update), update.afterMs);
    this.#timers.set(update, timer);
  }

  #applyUpTo(last: PlacedUpdate): void {
    const at = this.#waiting.indexOf(last) + 1;
    const due = this.#waiting.slice(0, at);
    this.#waiting = this.#waiting.slice(at);
    for (const update of due) {
      this.#timers.get(update)?.unsubscribe();
      this.#apply(update.request);
    }
  }
}
