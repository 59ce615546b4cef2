import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readProjectFiles } from './projectFiles.ts';
import { findUnreferenced } from './references.ts';

const ROOT = resolve(import.meta.dirname, '../..');

test('every file that git tracks is a module, a page, found by its name, or named by another file', () => {
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0');
  const paths = tracked.filter((path) => path !== '' && existsSync(resolve(ROOT, path)));
  expect(findUnreferenced(paths, readProjectFiles(ROOT))).toEqual([]);
});

test('a file and a folder that nothing names are found', () => {
  const texts = new Map([
    ['scripts/build.mjs', "cpSync('src/page/icon.svg')"],
    ['package.json', '{ "scripts": { "build": "node scripts/build.mjs" } }'],
    ['kernels/silero.ts', 'export const model = "new/silero.wasm"'],
    ['new/README.md', 'new/ and kernels/'],
  ]);
  const paths = [...texts.keys(), 'src/page/icon.svg', 'src/page/old.svg', 'new/kernel.wasm'];
  expect(findUnreferenced(paths, texts)).toEqual([
    'src/page/old.svg is named by no file: delete it, or use it',
    'new/kernel.wasm is named by no file: delete it, or use it',
  ]);
  const withoutModel = new Map([...texts].filter(([path]) => path !== 'kernels/silero.ts'));
  expect(findUnreferenced(['new/README.md', 'package.json'], withoutModel)).toEqual([
    'new is named by no file: delete it, or use it',
  ]);
});
