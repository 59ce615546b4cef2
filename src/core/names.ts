import { didYouMean } from './didYouMean.ts';
import { AntiphonError } from './errors.ts';

/** A set of all names of a union. The compiler checks that it is complete. */
export type NameSet<Name extends string> = Readonly<Record<Name, true>>;

/** Creates a record with a value for each name. */
export function mapNames<Name extends string, T>(names: readonly Name[], create: (name: Name) => T): Record<Name, T> {
  return Object.fromEntries(names.map((name) => [name, create(name)])) as Record<Name, T>;
}

/** Returns `name` if it is one of `names`. @throws AntiphonError `usage_invalid` if it is not */
export function assertKnownName<Name extends string>(
  what: string,
  names: readonly Name[],
  name: string,
  path?: string,
): Name {
  const found = names.find((other) => other === name);
  if (found !== undefined) return found;
  const details = path === undefined ? {} : { path };
  const message = `there is no ${what} "${name}"; expected one of ${names.join(', ')}${didYouMean(name, names)}`;
  throw new AntiphonError('usage_invalid', message, details);
}
