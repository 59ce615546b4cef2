import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files of the project, or of a sample of it: path from the root, `/` between its parts -> text. */
export type House = ReadonlyMap<string, string>;

const NOT_OURS = new Set(['.git', '.cache', 'node_modules', 'dist', 'coverage', 'out']);
const BINARY = /\.(wav|onnx|png|ico|woff2|tgz)$/;

/** Every text file below `root` that belongs to the project. */
export function readHouse(root: string): House {
  const paths = filesBelow(root, '').filter((path) => !BINARY.test(path));
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

/** The paths of a house that match, in order. */
export function pathsOf(house: House, pattern: RegExp): string[] {
  return [...house.keys()].filter((path) => pattern.test(path)).sort();
}

/** The modules that are built and shipped. */
export function modulesOf(house: House): string[] {
  return pathsOf(house, /^(src|operators|providers)\/.*\.ts$/);
}

function filesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : filesBelow(root, path);
    return entry.isFile() ? [path] : [];
  });
}
