import { AntiphonError, isAntiphonError, type ErrorCode } from '../core/errors.ts';
import { messageOf } from '../core/messageOf.ts';
import type { WrittenError } from './format.ts';

/** Writes an error, without its cause. */
export function writeError(error: unknown): WrittenError {
  if (isAntiphonError(error)) {
    const { message, code, details } = error;
    return { message, code, details };
  }
  return { message: messageOf(error) };
}

export function readError({ message, code, details }: WrittenError): Error {
  return code === undefined ? new Error(message) : new AntiphonError(code as ErrorCode, message, details);
}
