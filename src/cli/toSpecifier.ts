import nodePath, { type PlatformPath } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Returns the specifier with which a module imports a file: a relative URL, or an absolute one if the file is on
 * another drive. `path` leads from the folder of the module to the file.
 *
 * @param platform the path functions of a platform. Default: those of this platform
 */
export function toSpecifier(
  path: string,
  { isAbsolute, sep }: Pick<PlatformPath, 'isAbsolute' | 'sep'> = nodePath,
): string {
  if (isAbsolute(path)) return pathToFileURL(path).href;
  const url = path
    .split(sep)
    .map((name) => name.replaceAll(/[%#?\\\n\r\t]/gu, encodeURIComponent))
    .join('/');
  return url.startsWith('.') ? url : `./${url}`;
}
