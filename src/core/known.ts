import { didYouMean } from './didYouMean.ts';
import { AntiphonError } from './errors.ts';

/** All names of a union. The compiler sees to it that none is left out. */
export type All<Name extends string> = Readonly<Record<Name, true>>;

/** @throws AntiphonError `usage_invalid`: the name is not among those that there are */
export function known<Name extends string>(
  what: string,
  names: Readonly<Record<Name, unknown>>,
  name: string,
  path?: string,
): Name {
  if (Object.hasOwn(names, name)) return name as Name;
  const details = path === undefined ? {} : { path };
  const there = Object.keys(names);
  const message = `there is no ${what} "${name}", but ${there.join(', ')}${didYouMean(name, there)}`;
  throw new AntiphonError('usage_invalid', message, details);
}
