/** What may happen to a conversation within one instant. */
export const CUES = ['segment end', 'final', 'token', 'result', 'interruption', 'drop'] as const;

export type Cue = (typeof CUES)[number];

/** Every order of two or more of the six: 720 of all, 1950 together. */
export const ORDERS: readonly (readonly Cue[])[] = ordersOf(CUES).filter(({ length }) => length >= 2);

/** All sequences of different `things`, of every length. */
export function ordersOf<T>(things: readonly T[]): readonly (readonly T[])[] {
  const begun = things.flatMap((first) =>
    ordersOf(things.filter((other) => other !== first)).map((rest): readonly T[] => [first, ...rest]),
  );
  return [[], ...begun];
}
