import { readdir, readFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { findPackageFile } from '../../../wire/packageFile.ts';

/** A file of the page. */
export interface PageFile {
  readonly body: Uint8Array;
  readonly type: string;
}

/** The files of the page by their paths: `/`, `/main.js` … */
export type PageFiles = ReadonlyMap<string, PageFile>;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/**
 * Reads the page of Studio into memory, so that a request never opens a file by its path.
 *
 * @throws (rejects with) AntiphonError `package_file_missing` if the page was not built
 */
export async function readPage(index: string = findPackageFile('#studio-page')): Promise<PageFiles> {
  const folder = dirname(index);
  const names = (await readdir(folder)).filter((name) => extname(name) in TYPES);
  const files = await Promise.all(
    names.map(async (name) => {
      const file = { body: await readFile(join(folder, name)), type: TYPES[extname(name)] ?? '' };
      return [name === 'index.html' ? '/' : `/${name}`, file] as const;
    }),
  );
  return new Map(files);
}
