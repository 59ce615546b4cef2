/**
 * A list that is never changed, only appended to. Lists share the array that they were made of, so that appending takes as
 * long as what is appended, not as long as the list.
 */
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
