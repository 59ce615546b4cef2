import type { MonoTypeOperatorFunction, SchedulerLike } from 'rxjs';
import { runMachine, type Machine } from '../../playback/runMachine.ts';
import type { Inbound } from './inbound.ts';

/** Longest gap that is filled with silence, in ms. */
export const MAX_GAP_MS = 10_000;

/** A peer counts as stopped if no audio has arrived from it for this long, in ms. */
const STOPPED_MS = 750;
/** The length of each gap after the first, in ms. */
const STEP_MS = 50;

/**
 * Inserts gaps in real time into the input of a peer that normally sends audio continuously. When no audio has arrived
 * for 750 ms, inserts a gap of 750 ms, and then one of 50 ms every 50 ms until audio arrives again. A gap that the
 * codec reports afterwards is shortened by the inserted ones. Nothing happens before the first audio. While audio
 * arrives, the only timer fires every 750 ms.
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
  /** The input that has not been emitted yet. */
  readonly #waiting: Inbound[] = [];
  /** The time and the length of the next gap. Undefined before the first audio. */
  #due: { readonly atMs: number; readonly ms: number } | undefined;
  /** The length of the gaps since the last audio. */
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

  /** Adds a gap. A process that was blocked adds only one, however long it was blocked. */
  #pad(nowMs: number): Inbound | undefined {
    if (this.#due === undefined || nowMs < this.#due.atMs) return undefined;
    const { atMs, ms } = this.#due;
    this.#paddedMs += ms;
    this.#due = { atMs: STEP_MS + (atMs + STEP_MS > nowMs ? atMs : nowMs), ms: STEP_MS };
    return { kind: 'gap', ms };
  }

  /** Subtracts the gaps already inserted. */
  #shorten(ms: number): void {
    const left = ms - this.#paddedMs;
    this.#paddedMs = Math.max(0, -left);
    if (left > 0) this.#waiting.push({ kind: 'gap', ms: left });
  }
}
