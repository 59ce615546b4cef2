import { basename } from 'node:path';

/** Modules and tests, whose exports and files knip checks, and pages, whose links `test/docs` checks. */
const CHECKED_ELSEWHERE = /\.(?:ts|tsx|mts|md)$/;

/** What tools find by its name. */
const FOUND_BY_NAME =
  /(?:^|\/)(?:package(?:-lock)?\.json|LICENSE|NOTICE|\.gitignore|\.npmrc|\.dockerignore|tsconfig\.json)$|^(?:biome|knip)\.json$|^\.github\//;

/** Templates, which are copied as a whole, and recordings, which are read as a whole. */
const USED_AS_WHOLE = /^(?:create\/templates|test\/recordings|test\/replay\/earlier)\//;

/** Returns the files that no other file names, and the top-level folders that no file outside them names. */
export function findUnreferenced(paths: readonly string[], texts: ReadonlyMap<string, string>): string[] {
  const isNamed = (name: string, isOther: (path: string) => boolean): boolean =>
    [...texts].some(([path, text]) => isOther(path) && text.includes(name));
  const exempt = [CHECKED_ELSEWHERE, FOUND_BY_NAME, USED_AS_WHOLE];
  const files = paths.filter((path) => !exempt.some((pattern) => pattern.test(path)));
  const folders = new Set(
    paths.filter((path) => path.includes('/') && !FOUND_BY_NAME.test(path)).map((path) => path.split('/', 1)[0] ?? ''),
  );
  return [
    ...files.filter((file) => !isNamed(basename(file), (path) => path !== file)),
    ...[...folders].filter((folder) => !isNamed(`${folder}/`, (path) => !path.startsWith(`${folder}/`))),
  ].map((path) => `${path} is named by no file: delete it, or use it`);
}
