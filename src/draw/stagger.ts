/** An item followed by text, in px. */
export interface Pin {
  readonly at: number;
  /** Its end with and without its text. */
  readonly end: number;
  readonly head: number;
}

/**
 * The place of an item. `level`: 0 is on the line. `limit`: position of the next item on this level in px, or Infinity.
 */
export interface Place {
  readonly level: number;
  readonly limit: number;
}

/**
 * Chooses a level for each item: the first free one, otherwise the one whose head ends first. The text of an earlier
 * item on a level ends at the next item.
 *
 * @param pins sorted by position
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
