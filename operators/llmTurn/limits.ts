import { AntiphonError } from '../../src/core/errors.ts';

/** @throws AntiphonError `limit_exceeded` */
export function checkLimit(limit: number, count: number, path: string, what: string): void {
  if (count > limit) throw createLimitError(limit, path, what);
}

export function createLimitError(limit: number, path: string, what: string): AntiphonError {
  return new AntiphonError('limit_exceeded', `${path}: expected at most ${limit} ${what}, got more`, { path });
}
