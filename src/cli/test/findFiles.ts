import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { AntiphonError } from '../../core/errors.ts';
import { messageOf } from '../../core/messageOf.ts';
import type { TestTask } from './results.ts';

/** File kinds: recordings, and modules that play scores. */
const KINDS: readonly (readonly [RegExp, TestTask['kind']])[] = [
  [/\.jsonl$/u, 'recording'],
  [/\.score\.[cm]?[jt]s$/u, 'score'],
];

/** A file of the suite and its path relative to the folder. */
export interface TestFile extends Pick<TestTask, 'path' | 'kind'> {
  readonly file: string;
}

/**
 * Finds the recordings and scores below a folder.
 *
 * @throws (rejects with) AntiphonError `usage_invalid` if there are none
 */
export async function findFiles(folder: string): Promise<readonly TestFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((cause: unknown) => {
    throw new AntiphonError('usage_invalid', `expected a folder, found none at "${folder}": ${messageOf(cause)}`, {
      cause,
    });
  });
  const files = entries.flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    const kind = KINDS.find(([pattern]) => pattern.test(entry.name))?.[1];
    const file = relative(folder, path);
    return kind === undefined || !entry.isFile() || isForeign(file) ? [] : [{ path, kind, file }];
  });
  if (files.length > 0) return files.toSorted((a, b) => (a.file < b.file ? -1 : 1));
  const message = `expected recordings (*.jsonl) or scores (*.score.ts, *.score.js) in "${folder}", found none`;
  throw new AntiphonError('usage_invalid', message);
}

function isForeign(file: string): boolean {
  return file.split(/[\\/]/u).includes('node_modules');
}
