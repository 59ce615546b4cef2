import { LIMITS } from '../../core/limits.ts';

/**
 * Encodes what a function returned as the text of its result: a string as it is, `undefined` as "", anything else as JSON.
 *
 * @throws TypeError for what JSON cannot hold; RangeError for what is longer than the limit, before all of it is encoded
 */
export function encode(value: unknown): string {
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : jsonOf(value);
  if (text.length > LIMITS.functionResult) throw tooLong();
  return text;
}

function jsonOf(value: unknown): string {
  refuseLargeBytes(value);
  let chars = 0;
  const count = (key: string, held: unknown): unknown => {
    chars += key.length + (typeof held === 'string' ? held.length : 1);
    if (Array.isArray(held)) chars += held.length;
    if (chars > LIMITS.functionResult) throw tooLong();
    if (typeof held === 'object' && held !== null) heldIn(held).forEach(refuseLargeBytes);
    return held;
  };
  const json: string | undefined = JSON.stringify(value, count);
  if (json === undefined) throw new TypeError(`expected a value that JSON can hold, got a ${typeof value}`);
  return json;
}

/** What an object holds, without calling its getters. */
function heldIn(object: object): readonly unknown[] {
  if (Array.isArray(object)) return object;
  return Object.keys(object).map((key) => Object.getOwnPropertyDescriptor(object, key)?.value as unknown);
}

/** A Buffer turns itself into an array with an element for each byte before anyone can count them. */
function refuseLargeBytes(value: unknown): void {
  if (ArrayBuffer.isView(value) && value.byteLength > LIMITS.functionResult) throw tooLong();
}

function tooLong(): RangeError {
  return new RangeError(`expected a result of at most ${LIMITS.functionResult} characters, got more`);
}
