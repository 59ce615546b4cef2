import { tap, type MonoTypeOperatorFunction } from 'rxjs';
import { AntiphonError } from '../../core/errors.ts';
import { checkFrame, isFields } from './values.ts';
import { describeViolation } from './violation.ts';

/**
 * Checks the frames in the values of an edge or a stage: the value itself, or the frames in `frame` or `audio`. Errors
 * with `usage_invalid` for an invalid frame, or one longer than 60 s, which would block all sessions of the process.
 */
export function checkedFrames<T>(): MonoTypeOperatorFunction<T> {
  return tap((value) => {
    for (const frame of framesOf(value)) check(frame);
  });
}

function framesOf(value: unknown): readonly unknown[] {
  if (!isFields(value)) return [];
  // A command also has `samples`, but it has a `kind` as well.
  if ('samples' in value && !('kind' in value)) return [value];
  if ('frame' in value) return [value['frame']];
  return Array.isArray(value['audio']) ? value['audio'] : [];
}

function check(frame: unknown): void {
  const found = checkFrame(frame, 'a frame');
  if (found === null) return;
  throw new AntiphonError('usage_invalid', describeViolation(found), { path: found.path });
}
