import { AntiphonError, isAntiphonError, type ErrorCode } from '../core/errors.ts';
import { maskKeys } from '../core/maskKeys.ts';
import { messageOf } from '../core/messageOf.ts';
import type { WrittenError } from './format.ts';

/** Converts an error for a recording, without its cause and without anything that may be a key. */
export function writeError(error: unknown): WrittenError {
  if (isAntiphonError(error)) {
    const { message, code, details } = error;
    return { message: maskKeys(message), code, details };
  }
  return { message: maskKeys(messageOf(error)) };
}

export function readError({ message, code, details }: WrittenError): Error {
  return code === undefined ? new Error(message) : new AntiphonError(code as ErrorCode, message, details);
}
