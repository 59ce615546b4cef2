import type { MonoTypeOperatorFunction, SchedulerLike } from 'rxjs';
import { runMachine, type Machine } from '../../playback/runMachine.ts';
import type { Inbound } from './inbound.ts';

/** Longest gap that silence takes the place of, in ms. */
export const MAX_GAP_MS = 10_000;

/** A peer has stopped when none of its audio has come for this long, in ms. */
const STOPPED_MS = 750;
/** The length of the gaps after the first, in ms. */
const STEP_MS = 50;

/**
 * Puts gaps into the input of a peer that sends audio all the time, in step with time: when none has come for 750 ms, one of 750 ms,
 * and then one of 50 ms every 50 ms, until audio comes again. What the codec then knows to be lost is shorter by them. Nothing
 * happens before the first audio. While audio comes, its one timer runs out every 750 ms.
 *
 * ```text
 * audio  oooo-----------------------oooo    one dash is 50 ms
 * gaps   ------------------Goooooooo----    G of 750 ms
 * ```
 */
export function padAudio(scheduler: SchedulerLike): MonoTypeOperatorFunction<Inbound> {
  return (source) =>
    runMachine(
      () => new Padding(),
      (padding, connect) => {
        connect(
          source,
          (input, nowMs) => padding.take(input, nowMs),
          () => padding.close(),
        );
      },
      scheduler,
    );
}

class Padding implements Machine<Inbound> {
  /** What is not emitted yet. */
  readonly #waiting: Inbound[] = [];
  /** When the next gap is due, and its length. Undefined before the first audio. */
  #due: { readonly atMs: number; readonly ms: number } | undefined;
  /** What was put in since the last audio. */
  #paddedMs = 0;
  #isClosed = false;

  take(input: Inbound, nowMs: number): void {
    if (input.kind === 'gap') return this.#shorten(input.ms);
    this.#waiting.push(input);
    if (input.kind !== 'audio') return;
    this.#paddedMs = 0;
    this.#due = { atMs: nowMs + STOPPED_MS, ms: STOPPED_MS };
  }

  close(): void {
    this.#isClosed = true;
    this.#due = undefined;
  }

  next(nowMs: number): Inbound | undefined {
    return this.#waiting.shift() ?? this.#pad(nowMs);
  }

  wakesAt(): number | undefined {
    return this.#due?.atMs;
  }

  isOver(): boolean {
    return this.#isClosed && this.#waiting.length === 0;
  }

  /** A process that was blocked pads once, however long it was. */
  #pad(nowMs: number): Inbound | undefined {
    if (this.#due === undefined || nowMs < this.#due.atMs) return undefined;
    const { atMs, ms } = this.#due;
    this.#paddedMs += ms;
    this.#due = { atMs: STEP_MS + (atMs + STEP_MS > nowMs ? atMs : nowMs), ms: STEP_MS };
    return { kind: 'gap', ms };
  }

  /** Takes off what fills the gap already. */
  #shorten(ms: number): void {
    const left = ms - this.#paddedMs;
    this.#paddedMs = Math.max(0, -left);
    if (left > 0) this.#waiting.push({ kind: 'gap', ms: left });
  }
}
