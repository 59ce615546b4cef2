/** Returns whether `await` would wait for a value. */
export function isThenable<T = unknown>(value: unknown): value is PromiseLike<T> {
  return typeof (value as PromiseLike<T> | null | undefined)?.then === 'function';
}
