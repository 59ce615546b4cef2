/** An immutable list. Lists share an array, so that the time to append does not grow with the list. */
export interface AppendList<T> {
  readonly shared: T[];
  readonly length: number;
}

export const emptyList: AppendList<never> = { shared: [], length: 0 };

export function append<T>({ shared, length }: AppendList<T>, items: readonly T[]): AppendList<T> {
  const own = length === 0 || shared.length !== length ? shared.slice(0, length) : shared;
  for (const item of items) own.push(item);
  return { shared: own, length: length + items.length };
}

export function itemsOf<T>({ shared, length }: AppendList<T>): readonly T[] {
  return shared.length === length ? shared : shared.slice(0, length);
}

/** Returns an item; a negative index counts from the end. */
export function itemAt<T>({ shared, length }: AppendList<T>, index: number): T | undefined {
  const at = index < 0 ? length + index : index;
  return at < length ? shared[at] : undefined;
}
