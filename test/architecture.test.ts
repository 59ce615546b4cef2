import { execFileSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { carrierRules } from './architecture/carriers.ts';
import { entryPoints, fileRules } from './architecture/files.ts';
import { modulesOf, readProjectFiles } from './architecture/projectFiles.ts';
import { importRules } from './architecture/imports.ts';
import { languageRules } from './architecture/languages.ts';
import { registeredRules } from './architecture/registered.ts';
import { layerRules } from './architecture/serverLayers.ts';
import { sessionLayerRules } from './architecture/sessionLayers.ts';
import { settingRules } from './architecture/settings.ts';
import { importsOf } from './architecture/source.ts';
import { streamRules } from './architecture/streams.ts';
import { vendorRules } from './architecture/vendors.ts';

const ROOT = resolve(import.meta.dirname, '..');
const files = readProjectFiles(ROOT);

for (const { title, findFaults, counterexample } of [
  ...importRules,
  ...streamRules,
  ...fileRules,
  ...vendorRules,
  ...languageRules,
  ...settingRules,
  ...sessionLayerRules,
  ...layerRules,
  ...registeredRules,
  ...carrierRules,
]) {
  describe(title, () => {
    test('holds', () => expect(findFaults(files)).toEqual([]));
    test('finds its counterexample', () => expect(findFaults(new Map(Object.entries(counterexample)))).not.toEqual([]));
  });
}

describe('the rules see the project', () => {
  test('it read every module that git tracks', () => {
    const tracked = trackedModules();
    expect(tracked.length).toBeGreaterThan(entryPoints(files).length);
    expect(modulesOf(files)).toEqual(tracked);
  });

  test('it does not read what git does not track', () => {
    const log = resolve(ROOT, 'untracked.log');
    writeFileSync(log, 'not of the project');
    try {
      expect(readProjectFiles(ROOT).has('untracked.log')).toBe(false);
    } finally {
      rmSync(log);
    }
  });

  test('it saw imports in most modules', () => {
    const seeing = modulesOf(files).filter((path) => importsOf(path, files.get(path) ?? '').length > 0);
    expect(seeing.length).toBeGreaterThan(modulesOf(files).length / 2);
  });

  test('every entry point is there', () => {
    expect(entryPoints(files).filter((path) => !files.has(path))).toEqual([]);
  });
});

describe('importsOf', () => {
  const imported = (text: string): string[] => importsOf('src/session/a.ts', text).map(({ target }) => target);

  test.each([
    ['a named import', "import { a } from './b.ts';", 'src/session/b.ts'],
    ['a type import', "import type { A } from '../core/b.ts';", 'src/core/b.ts'],
    ['an import over many lines', "import {\n  a,\n  type B,\n} from 'rxjs';", 'rxjs'],
    ['a namespace', "import * as all from 'node:fs';", 'node:fs'],
    ['an import for its effect', "import './b.ts';", 'src/session/b.ts'],
    ['a re-export', "export { a } from './b.ts';", 'src/session/b.ts'],
    ['a whole re-export', "export * from './b.ts';", 'src/session/b.ts'],
    ['a lazy import', "const b = await import('./b.ts');", 'src/session/b.ts'],
  ])('sees %s', (_name, text, target) => expect(imported(text)).toEqual([target]));

  test.each([
    ['a comment', "// import { a } from './b.ts';"],
    ['a block of comment', "/*\nimport { a } from './b.ts';\n*/"],
    ['an export of its own', "export const from = './b.ts';"],
  ])('takes nothing from %s', (_name, text) => expect(imported(text)).toEqual([]));

  test('is not confused by quotes inside a regular expression', () => {
    expect(imported("const quote = /['\"`]/;\nimport { a } from './b.ts';")).toEqual(['src/session/b.ts']);
  });
});

function trackedModules(): readonly string[] {
  const folders = ['src', 'operators', 'providers'].flatMap((folder) => [`${folder}/**/*.ts`, `${folder}/**/*.tsx`]);
  const listed = execFileSync('git', ['ls-files', '--', ...folders.map((glob) => `:(glob)${glob}`)], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return listed
    .trim()
    .split('\n')
    .filter((path) => existsSync(resolve(ROOT, path)))
    .toSorted();
}
