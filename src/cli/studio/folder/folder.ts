import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { AntiphonError } from '../../../core/errors.ts';
import { StudioError } from '../failures.ts';

/** The folder whose recordings Studio shows. */
export interface Folder {
  /** Absolute path without symbolic links. */
  readonly root: string;
  /** The id of the only recording, if Studio was started with a file. */
  readonly only: string | null;
}

/** A recording in the folder. */
export interface CallFile {
  /** Path below the folder, with `/`. */
  readonly id: string;
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
}

/** The ending of a recording's file name. */
export const ENDING = '.jsonl';

/**
 * Opens a folder of recordings, or the folder of one recording.
 *
 * @throws (rejects with) AntiphonError `usage_invalid` if there is neither at `path`
 */
export async function openFolder(path: string): Promise<Folder> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new AntiphonError('usage_invalid', `studio: expected a folder or a recording, found nothing at "${path}"`, {
      cause,
    });
  });
  if (found.isDirectory()) return { root: await realpath(path), only: null };
  if (!found.isFile() || !path.endsWith(ENDING))
    throw new AntiphonError('usage_invalid', `studio: expected a folder or a recording (*${ENDING}), got "${path}"`);
  const whole = resolve(path);
  return { root: await realpath(dirname(whole)), only: basename(whole) };
}

/**
 * Finds a recording by its id.
 *
 * @throws (rejects with) StudioError `call_unknown` for an id that is not a path of a recording below the folder, or that
 *   leads through a symbolic link
 */
export async function findCall({ root, only }: Folder, id: string): Promise<CallFile> {
  if (!isId(id) || (only !== null && id !== only)) throw createUnknown(id);
  const path = join(root, ...id.split('/'));
  const real = await realpath(path).catch(() => null);
  if (real !== path) throw createUnknown(id);
  const found = await stat(path);
  if (!found.isFile()) throw createUnknown(id);
  return { id, path, size: found.size, mtimeMs: found.mtimeMs };
}

/** Longest id, in characters. */
const MAX_ID = 1024;

/** Returns whether an id is the path of a recording below a folder: no `..`, no empty part, no backslash, no NUL. */
export function isId(id: string): boolean {
  if (id.length > MAX_ID || !id.endsWith(ENDING) || /[\0\\]/u.test(id)) return false;
  return id.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && !/^[a-z]:$/iu.test(part));
}

function createUnknown(id: string): StudioError {
  return new StudioError(
    'call_unknown',
    `id: expected the path of a recording in the folder, got ${JSON.stringify(id.slice(0, 200))}`,
  );
}
