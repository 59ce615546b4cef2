import { AntiphonError } from '../../core/errors.ts';
import { describeKind } from '../../core/describeInput.ts';
import { isObject } from '../../core/isObject.ts';

/** Objects that are searched, and losses that are reported. */
const MAX_OBJECTS = 10_000;
const MAX_REPORTED = 5;

/**
 * Finds what a checkpoint of `session_data` would lose, for reports: values that JSON cannot carry and `JSON.stringify` takes all the
 * same. A Map or Set becomes `{}`, a number that is not finite null, and an array at the top is not the object that a
 * session's data is.
 */
export function findDataLosses(data: unknown): readonly AntiphonError[] {
  const losses: AntiphonError[] = [];
  const report = (path: string, expected: string, got: unknown): void => {
    const message = `${path}: a checkpoint carries ${expected}, got ${describeKind(got)}`;
    losses.push(new AntiphonError('setting_unsupported', message, { failure: false, path }));
  };
  if (Array.isArray(data)) report('session_data', 'an object with named members', data);
  const walked = new Set<object>();
  const places: { readonly value: object; readonly path: string }[] = isObject(data)
    ? [{ value: data, path: 'session_data' }]
    : [];
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { value, path } = place;
    if (walked.has(value) || walked.size === MAX_OBJECTS) continue;
    walked.add(value);
    if (value instanceof Map || value instanceof Set) report(path, 'objects and arrays, and no Map or Set', value);
    else
      for (const [name, member] of membersOf(value)) {
        const at = `${path}${Array.isArray(value) ? `[${name}]` : `.${name}`}`;
        if (typeof member === 'number' && !Number.isFinite(member)) report(at, 'finite numbers', member);
        else if (isObject(member)) places.push({ value: member, path: at });
      }
  }
  return losses.slice(0, MAX_REPORTED);
}

/** Returns the members; none of an object that writes itself as JSON, or whose getter throws. */
function membersOf(value: object): readonly (readonly [name: string, member: unknown])[] {
  try {
    return 'toJSON' in value ? [] : Object.entries(value);
  } catch {
    return [];
  }
}
