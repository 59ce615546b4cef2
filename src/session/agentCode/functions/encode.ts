import { LIMITS } from '../../../core/limits.ts';

/**
 * Encodes the return value of a function. A string is passed on unchanged, `undefined` becomes "", and anything else is
 * encoded as JSON.
 *
 * @throws TypeError for a value that JSON cannot represent, and for an agent or a handoff, even within a value: nothing
 *   would be handed over, and the model would see its data; RangeError above the limit, before everything is encoded
 */
export function encode(value: unknown): string {
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : toJson(value);
  if (text.length > LIMITS.functionResult) throw createTooLongError();
  return text;
}

function toJson(value: unknown): string {
  checkBytes(value);
  let chars = 0;
  const count = (key: string, member: unknown): unknown => {
    checkAgents(member);
    chars += key.length + (typeof member === 'string' ? member.length : 1);
    if (Array.isArray(member)) chars += member.length;
    if (chars > LIMITS.functionResult) throw createTooLongError();
    if (typeof member === 'object' && member !== null) listMembers(member).forEach(checkBytes);
    return member;
  };
  const json: string | undefined = JSON.stringify(value, count);
  if (json === undefined) throw new TypeError(`expected a value that JSON can hold, got a ${typeof value}`);
  return json;
}

/** Lists the members of an object without calling its getters. */
function listMembers(object: object): readonly unknown[] {
  if (Array.isArray(object)) return object;
  return Object.keys(object).map((key) => Object.getOwnPropertyDescriptor(object, key)?.value as unknown);
}

/** Finds a handoff within a value by its agent. */
function checkAgents(value: unknown): void {
  if (typeof (value as { configure_session?: unknown } | null | undefined)?.configure_session === 'function')
    throw new TypeError('expected handoff(agent) alone, got an agent, or a value that holds one');
}

/** Checks binary data before encoding: `JSON.stringify` receives a Buffer as an array of numbers. */
function checkBytes(value: unknown): void {
  if (ArrayBuffer.isView(value) && value.byteLength > LIMITS.functionResult) throw createTooLongError();
}

function createTooLongError(): RangeError {
  return new RangeError(`expected a result of at most ${LIMITS.functionResult} characters, got more`);
}
