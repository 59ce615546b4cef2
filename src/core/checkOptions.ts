import { didYouMean } from './didYouMean.ts';
import { AntiphonError } from './errors.ts';

/**
 * Rejects unknown options, because a misspelt one would be silently ignored. `owner` names the function that takes the
 * options, such as `serve`; if it is empty, the error names only the option.
 *
 * @throws AntiphonError `usage_invalid`
 */
export function checkOptions(owner: string, options: object, known: Readonly<Record<string, unknown>>): void {
  if (typeof options !== 'object' || options === null)
    throw new AntiphonError('usage_invalid', `${owner}: expected an object with options, got ${kindOf(options)}`, {
      path: owner,
    });
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(known, name)) continue;
    const names = Object.keys(known);
    const path = owner === '' ? name : `${owner}.${name}`;
    const hint = didYouMean(name, names) || `; expected one of ${names.toSorted().join(', ')}`;
    throw new AntiphonError('usage_invalid', `${path}: there is no option "${name}"${hint}`, { path });
  }
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : typeof value;
}
