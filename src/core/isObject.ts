/** Returns whether a value is an object or an array, so that its fields can be read. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
