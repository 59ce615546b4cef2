import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The text files of the project, or of a sample, by path from the root. */
export type ProjectFiles = ReadonlyMap<string, string>;

const BINARY = /\.(wav|onnx|png|ico|woff2|tgz)$/;

/** Reads every text file below `root` that git tracks. */
export function readProjectFiles(root: string): ProjectFiles {
  return readFiles(root, trackedFiles(root));
}

/** Reads the text files among these paths. */
export function readFiles(root: string, paths: readonly string[]): ProjectFiles {
  const texts = paths.filter((path) => !BINARY.test(path));
  return new Map(texts.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

/** The matching paths, sorted. */
export function pathsOf(files: ProjectFiles, pattern: RegExp): string[] {
  return [...files.keys()].filter((path) => pattern.test(path)).sort();
}

/** The modules that are built and shipped. */
export function modulesOf(files: ProjectFiles): string[] {
  return pathsOf(files, /^(src|operators|providers)\/.*\.tsx?$/);
}

/** Without files whose deletion is not committed yet. */
function trackedFiles(root: string): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0');
  return listed.filter((path) => path !== '' && existsSync(join(root, path)));
}
