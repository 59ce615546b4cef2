import { asapScheduler, asyncScheduler, type SchedulerLike, type Subscription } from 'rxjs';

export interface BatcherOptions<T> {
  readonly send: (batch: T[]) => void;
  readonly streamOf: (item: T) => unknown;
  /** Returns the number of open streams. */
  readonly streams: () => number;
  /** Times the wait for more windows. @default asyncScheduler */
  readonly scheduler?: SchedulerLike | undefined;
  /** Runs work at the end of the current tick. @default asapScheduler */
  readonly tick?: SchedulerLike | undefined;
}

export interface Batcher<T> {
  add(item: T): void;
  /** Marks the oldest unanswered batch as answered. */
  confirm(): void;
  /** Removes items that were not sent yet. */
  remove(isRemoved: (item: T) => boolean): void;
  /** True while items are waiting or unanswered. */
  readonly isBusy: boolean;
}

/** A larger run is hardly cheaper per window, and its answer blocks the main thread longer. */
const MAX_BATCH = 32;
/** A second full batch may be sent, so that the worker need not wait for the main thread. */
const MAX_UNANSWERED = 2;
/** With fewer streams, a wait of `GATHER_MS` hardly ever yields a second window. */
const MIN_GATHER_STREAMS = 16;
const GATHER_MS = 4;

/**
 * Creates a batcher, which decides which windows go to the worker together, in order of arrival. Windows are sent at
 * the end of the tick in which they arrive. With many streams, the first window in an empty queue waits up to 4 ms for
 * others. Windows then wait for the worker, but a full batch does not. If more than a batch is waiting, the first
 * window of each stream goes first, because windows of one stream cannot be scored in one run. The queue is unbounded,
 * because `vad` limits the windows of each stream.
 */
export function createBatcher<T>(options: BatcherOptions<T>): Batcher<T> {
  const { send, streamOf, streams, scheduler = asyncScheduler, tick = asapScheduler } = options;
  let queue: T[] = [];
  let isDue = false;
  let pending = 0;
  let gatherTimer: Subscription | undefined;

  const maySend = (): boolean =>
    queue.length >= MAX_BATCH ? pending < MAX_UNANSWERED : queue.length > 0 && isDue && pending === 0;
  const sendDue = (): void => {
    while (maySend()) {
      pending += 1;
      queue = interleave(queue, streamOf);
      send(queue.splice(0, MAX_BATCH));
    }
    if (queue.length === 0) reset();
  };
  const reset = (): void => {
    isDue = false;
    gatherTimer?.unsubscribe();
    gatherTimer = undefined;
  };
  const release = (): void => {
    isDue = true;
    sendDue();
  };
  return {
    add(item: T): void {
      queue.push(item);
      if (queue.length >= MAX_BATCH) sendDue();
      else if (queue.length === 1)
        gatherTimer = streams() < MIN_GATHER_STREAMS ? tick.schedule(release) : scheduler.schedule(release, GATHER_MS);
    },
    confirm(): void {
      pending -= 1;
      sendDue();
    },
    remove(isRemoved: (item: T) => boolean): void {
      queue = queue.filter((item) => !isRemoved(item));
      if (queue.length === 0) reset();
    },
    get isBusy(): boolean {
      return queue.length > 0 || pending > 0;
    },
  };
}

/** Interleaves items: the first of every stream, then the second of each, and so on. */
function interleave<T>(queue: T[], streamOf: (item: T) => unknown): T[] {
  if (queue.length <= MAX_BATCH) return queue;
  const ranks = new Map<unknown, number>();
  const ranked = queue.map((item) => {
    const rank = ranks.get(streamOf(item)) ?? 0;
    ranks.set(streamOf(item), rank + 1);
    return { item, rank };
  });
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ item }) => item);
}
