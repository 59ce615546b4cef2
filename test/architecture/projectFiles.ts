import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files of the project, or of a sample of it: path from the root, `/` between its parts -> text. */
export type ProjectFiles = ReadonlyMap<string, string>;

const BINARY = /\.(wav|onnx|png|ico|woff2|tgz)$/;

/** Every text file below `root` that git tracks: what else lies there is the developer's own. */
export function readProjectFiles(root: string): ProjectFiles {
  const paths = trackedFiles(root).filter((path) => !BINARY.test(path));
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

/** The paths of a house that match, in order. */
export function pathsOf(house: ProjectFiles, pattern: RegExp): string[] {
  return [...house.keys()].filter((path) => pattern.test(path)).sort();
}

/** The modules that are built and shipped. */
export function modulesOf(house: ProjectFiles): string[] {
  return pathsOf(house, /^(src|operators|providers)\/.*\.ts$/);
}

/** Files that were deleted and not committed yet are left out. */
function trackedFiles(root: string): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0');
  return listed.filter((path) => path !== '' && existsSync(join(root, path)));
}
