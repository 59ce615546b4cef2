import { asapScheduler, asyncScheduler } from 'rxjs';
import type { SchedulerLike, Subscription } from 'rxjs';

export interface BatcherOptions<T> {
  readonly send: (batch: T[]) => void;
  readonly streamOf: (item: T) => unknown;
  /** How many streams are open. */
  readonly streams: () => number;
  /** Measures the gathering. @default asyncScheduler */
  readonly scheduler?: SchedulerLike | undefined;
  /** Its next turn is the end of the current tick. @default asapScheduler */
  readonly tick?: SchedulerLike | undefined;
}

export interface Batcher<T> {
  add(item: T): void;
  /** The oldest batch without an answer got it. */
  answered(): void;
  /** Takes back what was not sent yet. */
  withdraw(belongs: (item: T) => boolean): void;
  /** Whether anything waits or is unanswered. */
  readonly busy: boolean;
}

/** A run of more windows is hardly cheaper per window, and holds the main thread longer when its answer comes. */
const FULL = 32;
/** A full batch may follow one that is under way, so that the worker need not wait for the main thread. */
const MAX_UNANSWERED = 2;
/** With fewer streams a wait of `GATHER_MS` would hardly ever bring a second window. */
const CROWD = 16;
const GATHER_MS = 4;

/**
 * Decides which windows go to the worker together, first come first served. What a tick brings goes at its end; with a
 * crowd of streams the first to enter an empty queue waits for others, at most 4 ms. What has waited goes when the worker is
 * free; a full batch does not wait for any of this. Of more than a batch the first windows of each stream go first: windows of
 * one stream cannot be scored in one run. The queue has no bound of its own: `vad` bounds what a stream may owe.
 */
export function createBatcher<T>(options: BatcherOptions<T>): Batcher<T> {
  const { send, streamOf, streams, scheduler = asyncScheduler, tick = asapScheduler } = options;
  let queue: T[] = [];
  let ripe = false;
  let unanswered = 0;
  let gathering: Subscription | undefined;

  const mayGo = (): boolean =>
    queue.length >= FULL ? unanswered < MAX_UNANSWERED : queue.length > 0 && ripe && unanswered === 0;
  const sendWhatMayGo = (): void => {
    while (mayGo()) {
      unanswered += 1;
      queue = inTurns(queue, streamOf);
      send(queue.splice(0, FULL));
    }
    if (queue.length === 0) rest();
  };
  const rest = (): void => {
    ripe = false;
    gathering?.unsubscribe();
    gathering = undefined;
  };
  const ripen = (): void => {
    ripe = true;
    sendWhatMayGo();
  };
  return {
    add(item: T): void {
      queue.push(item);
      if (queue.length >= FULL) sendWhatMayGo();
      else if (queue.length === 1)
        gathering = streams() < CROWD ? tick.schedule(ripen) : scheduler.schedule(ripen, GATHER_MS);
    },
    answered(): void {
      unanswered -= 1;
      sendWhatMayGo();
    },
    withdraw(belongs: (item: T) => boolean): void {
      queue = queue.filter((item) => !belongs(item));
      if (queue.length === 0) rest();
    },
    get busy(): boolean {
      return queue.length > 0 || unanswered > 0;
    },
  };
}

/** By turns: the first item of every stream, then the second of each, and so on. */
function inTurns<T>(queue: T[], streamOf: (item: T) => unknown): T[] {
  if (queue.length <= FULL) return queue;
  const waiting = new Map<unknown, number>();
  const ranked = queue.map((item) => {
    const rank = waiting.get(streamOf(item)) ?? 0;
    waiting.set(streamOf(item), rank + 1);
    return { item, rank };
  });
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ item }) => item);
}
