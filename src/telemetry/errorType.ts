import { AntiphonError } from '../core/errors.ts';

/**
 * Returns the class of an error for `error.type`: its code, its HTTP status or its name, but no part of its message.
 */
export function errorTypeOf(error: unknown): string {
  if (error instanceof AntiphonError) return error.code;
  try {
    if (!(error instanceof Error)) return OTHER;
    const { status } = error as { readonly status?: unknown };
    if (typeof status === 'number') return String(status);
    return IDENTIFIER.test(error.name) ? error.name : OTHER;
  } catch {
    return OTHER;
  }
}

/** The conventions' value for an error of an unknown class. */
const OTHER = '_OTHER';

const IDENTIFIER = /^\w{1,64}$/u;
