/** Something that stands at a place, with a text behind it. In px. */
export interface Pin {
  readonly at: number;
  /** How far it reaches with all of its text, and how far without. */
  readonly end: number;
  readonly head: number;
}

/** `level`: 0 is on the line. `limit`: where the next one on this level stands, in px; Infinity if there is none. */
export interface Place {
  readonly level: number;
  readonly limit: number;
}

/**
 * Finds a level for each: the first that is free there. Where none is, the one whose heads have ended first; what stands
 * there has room for its text up to the newcomer only.
 *
 * @param pins in the order of their places
 */
export function stagger(pins: readonly Pin[], levels: number): readonly Place[] {
  const last: (number | null)[] = Array.from({ length: levels }, () => null);
  const places: Place[] = [];
  for (const [index, { at }] of pins.entries()) {
    const stack = last.map((pin) => (pin === null ? undefined : pins[pin]));
    const level = freest(stack, at);
    const before = last[level];
    const place = typeof before === 'number' ? places[before] : undefined;
    if (typeof before === 'number' && place !== undefined) places[before] = { ...place, limit: at };
    places.push({ level, limit: Infinity });
    last[level] = index;
  }
  return places;
}

function freest(stack: readonly (Pin | undefined)[], at: number): number {
  const free = stack.findIndex((pin) => pin === undefined || pin.end <= at);
  if (free !== -1) return free;
  const heads = stack.map((pin) => pin?.head ?? -Infinity);
  return heads.indexOf(Math.min(...heads));
}
