/** Writes a value as JSON with sorted keys, so that equal values give equal texts. */
export function canonicalJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, sortKeys, indent);
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
