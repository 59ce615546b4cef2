/** What may happen to a conversation within one instant. */
export const INSTANT_EVENTS = ['segment end', 'final', 'token', 'result', 'interruption', 'drop'] as const;

export type InstantEvent = (typeof INSTANT_EVENTS)[number];

/** Every order of two or more of the six: 720 of all, 1950 together. */
export const ORDERS: readonly (readonly InstantEvent[])[] = permutationsOf(INSTANT_EVENTS).filter(
  ({ length }) => length >= 2,
);

/** All sequences of different `things`, of every length. */
export function permutationsOf<T>(things: readonly T[]): readonly (readonly T[])[] {
  const begun = things.flatMap((first) =>
    permutationsOf(things.filter((other) => other !== first)).map((rest): readonly T[] => [first, ...rest]),
  );
  return [[], ...begun];
}
