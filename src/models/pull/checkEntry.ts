import { posix } from 'node:path';
import { createPullError } from './failure.ts';

/** An entry of an archive. */
export interface EntryHeader {
  readonly name: string;
  readonly type: string;
  readonly linkname?: string | null | undefined;
}

/** An entry that may be unpacked. Its paths are relative to the folder, with slashes. */
export type SafeEntry =
  | { readonly kind: 'folder' | 'file'; readonly path: string }
  | { readonly kind: 'link'; readonly path: string; readonly target: string };

/**
 * Checks an entry of an archive before any of it is written.
 *
 * @throws AntiphonError `model_pull_failed` for a path or a link that leaves the folder, and for anything but files,
 *   folders and links
 */
export function checkEntry({ name, type, linkname }: EntryHeader): SafeEntry {
  const path = resolveInside(name, '.', name);
  switch (type) {
    case 'directory':
      return { kind: 'folder', path };
    case 'file':
    case 'contiguous-file':
      return { kind: 'file', path };
    case 'link':
      return { kind: 'link', path, target: resolveInside(linkname ?? '', '.', name) };
    case 'symlink':
      return { kind: 'link', path, target: resolveInside(linkname ?? '', posix.dirname(path), name) };
    default:
      throw createPullError(`the archive contains ${JSON.stringify(name)}, which is a ${type}`);
  }
}

/** Drive letters, backslashes and NUL have a special meaning on some systems. */
const UNSAFE = /^[a-z]:|[\\\0]/iu;

function resolveInside(written: string, folder: string, name: string): string {
  const path = posix.normalize(posix.join(folder, written));
  const leaves = posix.isAbsolute(written) || path === '..' || path.startsWith('../');
  if (written === '' || leaves || UNSAFE.test(written)) {
    throw createPullError(`the archive contains ${JSON.stringify(name)}, which leaves its folder: nothing is unpacked`);
  }
  return path.replace(/\/$/u, '');
}
