/** A value of an object with its dotted name. */
export type Entry = readonly [name: string, value: string];

/** Lists the values of an object by their dotted names. Lists of plain values are one value. */
export function flatten(value: unknown, name = ''): readonly Entry[] {
  if (typeof value !== 'object' || value === null) return [[name, String(value)]];
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return [[name, value.join(', ')]];
  return Object.entries(value).flatMap(([key, inner]) => flatten(inner, name === '' ? key : `${name}.${key}`));
}
