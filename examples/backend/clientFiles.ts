import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { refuse, type Answer } from './answer.ts';

const FOLDER = dirname(createRequire(import.meta.url).resolve('antiphon/client'));

/** Reads a module of the browser client, such as `/client/index.js`. A bundler does this for you. */
export async function readClientFile(path: string): Promise<Answer> {
  const name = /^\/client\/(?<name>[\w.]+\.js)$/u.exec(path)?.groups?.['name'];
  if (name === undefined) return refuse(404, 'There is nothing here.');
  try {
    return { status: 200, type: 'text/javascript; charset=utf-8', body: await readFile(join(FOLDER, name)) };
  } catch {
    return refuse(404, 'There is no such module.');
  }
}
