import { AntiphonError } from '../../core/errors.ts';

/** Creates the error of a pull that failed. */
export function createPullError(message: string, cause?: unknown): AntiphonError {
  return new AntiphonError('model_pull_failed', message, cause === undefined ? {} : { cause });
}

/** Returns the code of an error of Node or undici, such as `ENOSPC` or `UND_ERR_SOCKET`, or "". */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Turns an error of a full disk into one that says so. Returns any other error unchanged. */
export function explainFullDisk(error: unknown, folder: string, what: string): unknown {
  const code = codeOf(error);
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error;
  return createPullError(`no space is left on the disk of ${folder}. ${what}`, error);
}
