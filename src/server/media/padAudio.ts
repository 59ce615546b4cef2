import { Observable, type MonoTypeOperatorFunction, type SchedulerLike, type Subscriber } from 'rxjs';
import { createOperatorSubscriber } from '../../stream/operatorSubscriber.ts';
import { createAlarm, type Alarm } from '../../time/alarm.ts';
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
    new Observable((subscriber) => {
      const padding = new Padding(subscriber, scheduler);
      subscriber.add(padding.stop);
      source.subscribe(createOperatorSubscriber<Inbound>(subscriber, { next: padding.take }));
    });
}

class Padding {
  readonly #output: Subscriber<Inbound>;
  readonly #scheduler: SchedulerLike;
  readonly #alarm: Alarm;
  /** When the next gap is due, and its length. */
  #next = { atMs: 0, ms: STOPPED_MS };
  /** What was put in since the last audio. */
  #paddedMs = 0;

  constructor(output: Subscriber<Inbound>, scheduler: SchedulerLike) {
    this.#output = output;
    this.#scheduler = scheduler;
    this.#alarm = createAlarm(scheduler, () => this.#pad());
  }

  readonly stop = (): void => this.#alarm.set(undefined);

  readonly take = (input: Inbound): void => {
    if (input.kind === 'gap') return this.#emitGap(this.#shorten(input.ms));
    if (input.kind === 'audio') {
      this.#paddedMs = 0;
      this.#wait(this.#scheduler.now() + STOPPED_MS, STOPPED_MS);
    }
    this.#output.next(input);
  };

  #wait(atMs: number, ms: number): void {
    this.#next = { atMs, ms };
    this.#alarm.set(atMs);
  }

  /** A process that was blocked pads once, however long it was. */
  #pad(): void {
    const { atMs, ms } = this.#next;
    this.#paddedMs += ms;
    const nowMs = this.#scheduler.now();
    this.#wait(STEP_MS + (atMs + STEP_MS > nowMs ? atMs : nowMs), STEP_MS);
    this.#emitGap(ms);
  }

  /** Returns what is left of a gap when what fills it already is taken off. */
  #shorten(ms: number): number {
    const left = ms - this.#paddedMs;
    this.#paddedMs = Math.max(0, -left);
    return left;
  }

  #emitGap(ms: number): void {
    if (ms > 0) this.#output.next({ kind: 'gap', ms });
  }
}
