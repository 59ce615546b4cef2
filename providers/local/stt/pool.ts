/** Things that are dear to make, lent in the order in which they are asked for. */
export interface Pool<T> {
  /** Makes more, one after the other, until there are `size`. */
  grow(size: number): void;
  /** Calls `use` as soon as one is free. Returns how to give it back, or to leave the queue. */
  acquire(use: (lent: T) => void): () => void;
}

/** A pool of what `make` makes; `clean` prepares what comes back for the next one. What either throws goes to `fail`. */
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
