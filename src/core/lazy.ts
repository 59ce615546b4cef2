/** Returns a function that creates a value on its first call and returns the same value from then on. */
export function lazy<T extends object>(create: () => T): () => T {
  let created: T | undefined;
  return () => (created ??= create());
}
