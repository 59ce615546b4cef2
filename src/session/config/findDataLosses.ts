import { AntiphonError } from '../../core/errors.ts';
import { describeKind } from '../../core/describeInput.ts';
import { isObject } from '../../core/isObject.ts';

/** Maximum numbers of searched objects and of reported losses. */
const MAX_OBJECTS = 10_000;
const MAX_REPORTED = 5;

/**
 * Finds what a checkpoint of `session_data` would lose, for reports: values that `JSON.stringify` accepts although JSON
 * cannot represent them. A Map or Set becomes `{}`, a non-finite number becomes null, and a top-level array is not the
 * object that session data must be.
 */
export function findDataLosses(data: unknown): readonly AntiphonError[] {
  if (!isObject(data)) return [];
  const losses: AntiphonError[] = Array.isArray(data)
    ? [createLoss('session_data', 'an object with named members', data)]
    : [];
  const walked = new Set<object>();
  const places: Place[] = [{ value: data, path: 'session_data' }];
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    if (walked.has(place.value) || walked.size === MAX_OBJECTS) continue;
    walked.add(place.value);
    losses.push(...search(place, places));
  }
  return losses.slice(0, MAX_REPORTED);
}

interface Place {
  readonly value: object;
  readonly path: string;
}

/** Finds the losses in one object, and adds its nested objects to `places`. */
function search({ value, path }: Place, places: Place[]): readonly AntiphonError[] {
  if (value instanceof Map || value instanceof Set) return [createLoss(path, 'objects and arrays', value)];
  return membersOf(value).flatMap(([name, member]) => {
    const at = `${path}${Array.isArray(value) ? `[${name}]` : `.${name}`}`;
    if (isObject(member)) places.push({ value: member, path: at });
    return typeof member === 'number' && !Number.isFinite(member) ? [createLoss(at, 'finite numbers', member)] : [];
  });
}

function createLoss(path: string, expected: string, got: unknown): AntiphonError {
  const message = `${path}: a checkpoint can hold only ${expected}, got ${describeKind(got)}`;
  return new AntiphonError('setting_unsupported', message, { failure: false, path });
}

/** Returns the members of an object; none if it has a `toJSON` method or a getter throws. */
function membersOf(value: object): readonly (readonly [name: string, member: unknown])[] {
  try {
    return 'toJSON' in value ? [] : Object.entries(value);
  } catch {
    return [];
  }
}
