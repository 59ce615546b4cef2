/** A pool of items that are expensive to create, lent in the order of the requests. */
export interface Pool<T> {
  /** Creates items, one after another, until there are `size`. */
  grow(size: number): void;
  /** Calls `use` as soon as an item is free. Returns a function that releases it or leaves the queue. */
  acquire(use: (item: T) => void): () => void;
}

/** Creates a pool. `create` creates an item and `reset` resets a released one. Calls `fail` with errors of either. */
export function createPool<T>(
  create: () => Promise<T>,
  reset: (item: T) => Promise<void>,
  fail: (error: unknown) => void,
): Pool<T> {
  const free: T[] = [];
  const queue = new Set<(item: T) => void>();
  let size = 0;
  let created: Promise<void> = Promise.resolve();
  const lend = (item: T): void => {
    const [first] = queue;
    if (first === undefined) return void free.push(item);
    queue.delete(first);
    first(item);
  };
  return {
    grow: (wanted) => {
      for (; size < wanted; size += 1) created = created.then(create).then(lend).catch(fail);
    },
    acquire: (use) => {
      let release: (() => unknown) | undefined;
      const take = (item: T): void => {
        release = () =>
          reset(item)
            .then(() => lend(item))
            .catch(fail);
        use(item);
      };
      queue.add(take);
      if (free.length > 0) lend(free.pop() as T);
      return () => {
        queue.delete(take);
        release?.();
        release = undefined;
      };
    },
  };
}
