import { AntiphonError } from '../core/errors.ts';
import type { ErrorCode } from '../core/errors.ts';
import type { WrittenError } from './format.ts';

/** An error as it is written: what it was caused by stays out. */
export function writeError(error: unknown): WrittenError {
  if (error instanceof AntiphonError) {
    const { message, code, details } = error;
    return { message, code, details };
  }
  return { message: error instanceof Error ? error.message : String(error) };
}

export function readError({ message, code, details }: WrittenError): Error {
  return code === undefined ? new Error(message) : new AntiphonError(code as ErrorCode, message, details);
}
