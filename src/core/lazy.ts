/** Returns a function that creates a value when it is first called, and returns that value each time. */
export function lazy<T extends object>(create: () => T): () => T {
  let created: T | undefined;
  return () => (created ??= create());
}
