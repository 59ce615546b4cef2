/** A pool of items that are expensive to create, lent in the order of the requests. */
export interface Pool<T> {
  /** Creates items, one after the other, until there are `size`. */
  grow(size: number): void;
  /** Calls `use` as soon as an item is free. Returns a function that releases it or leaves the queue. */
  acquire(use: (lent: T) => void): () => void;
}

/** Creates a pool. `make` creates an item, `clean` resets a released one; errors of both go to `fail`. */
export function createPool<T>(
  make: () => Promise<T>,
  clean: (returned: T) => Promise<void>,
  fail: (error: unknown) => void,
): Pool<T> {
  const free: T[] = [];
  const queue = new Set<(lent: T) => void>();
  let size = 0;
  let made: Promise<void> = Promise.resolve();

  const lend = (it: T): void => {
    const [first] = queue;
    if (first === undefined) return void free.push(it);
    queue.delete(first);
    first(it);
  };
  const release = (it: T): void =>
    void clean(it)
      .then(() => lend(it))
      .catch(fail);
  return {
    grow: (wanted) => {
      for (; size < wanted; size += 1) made = made.then(make).then(lend).catch(fail);
    },
    acquire: (use) => {
      let lent: { readonly it: T } | undefined;
      const take = (it: T): void => {
        lent = { it };
        use(it);
      };
      queue.add(take);
      if (free.length > 0) lend(free.pop() as T);
      return () => {
        queue.delete(take);
        if (lent !== undefined) release(lent.it);
        lent = undefined;
      };
    },
  };
}
