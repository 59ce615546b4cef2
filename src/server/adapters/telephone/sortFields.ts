/**
 * Returns the fields of a form or a query, sorted by name, each with its sorted values. Visits each field only once,
 * because the signed data can come from anyone.
 */
export function sortFields(fields: URLSearchParams): readonly (readonly [name: string, values: readonly string[]])[] {
  const byName = new Map<string, string[]>();
  for (const [name, value] of fields) {
    const values = byName.get(name);
    if (values === undefined) byName.set(name, [value]);
    else values.push(value);
  }
  return [...byName].toSorted(([a], [b]) => compare(a, b)).map(([name, values]) => [name, values.toSorted(compare)]);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
