import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { checkLicences } from '../../scripts/release/licences.mjs';
import { checkFiles, checkPackage, checkReadme, checkTypes, checkVersions } from '../../scripts/release/papers.mjs';
import { release, type Check } from '../../scripts/release/release.mjs';

describe('a release', () => {
  const passes: Check = ['sizes', () => []];
  let published: number;
  let printed: string[];
  beforeEach(() => {
    [published, printed] = [0, []];
  });

  const play = (...checks: readonly Check[]): Promise<boolean> =>
    release(
      checks,
      () => (published += 1),
      (line) => printed.push(line.replace(/ \([\d.]+ s\)$/u, '')),
    );

  test('publishes when every check has passed', async () => {
    expect([await play(passes, ['types', async () => []]), published]).toEqual([true, 1]);
    expect(printed).toEqual(['passed  sizes', 'passed  types']);
  });

  test('runs the remaining checks, reports the problems, and publishes nothing', async () => {
    expect([await play(['licences', () => ['a@1: expected …', 'b@1: expected …']], passes), published]).toEqual([
      false,
      0,
    ]);
    expect(printed).toEqual([
      'FAILED  licences',
      '        a@1: expected …',
      '        b@1: expected …',
      'passed  sizes',
      'Nothing was published: 2 problems.',
    ]);
  });

  test('treats a check that throws as one that has found a problem', async () => {
    const throws: Check = ['npm install', () => Promise.reject(new Error('no registry'))];
    expect([await play(throws, passes), published]).toEqual([false, 0]);
    expect(printed.join('\n')).toContain('no registry');
  });
});

describe('the checks of a release', () => {
  const packed = (name: string, version: string, files: readonly string[] = [], bytes = 1) => ({
    manifest: { name, version },
    files,
    bytes,
  });

  test.each([
    ['## 0.1.0\n', '0.1.0', []],
    ['## 0.1.0 (2026-12-01)\n', '0.1.0', []],
    ['## 0.1.0\n', '0.0.9', ['create-antiphon: expected version 0.1.0, got 0.0.9']],
    ['## 0.1.01\n', '0.1.0', ['CHANGELOG.md: expected a section "## 0.1.0"']],
    ['## 0x1x0\n', '0.1.0', ['CHANGELOG.md: expected a section "## 0.1.0"']],
  ])('versions: the changelog %j, and create-antiphon %s', (changelog, version, problems) => {
    expect(checkVersions([packed('antiphon', '0.1.0'), packed('create-antiphon', version)], changelog)).toEqual(
      problems,
    );
  });

  test.each([
    [['LICENSE', 'README.md'], 4_000_000, []],
    [['README.md'], 1, ['antiphon: has no LICENSE']],
    [['LICENSE', 'README.md'], 4_000_001, ['antiphon: expected at most 4000000 bytes, got 4000001']],
    [['LICENSE', 'README.md', 'a_16000.weights', 'a.LICENSE'], 1, []],
    [['LICENSE', 'README.md', 'a_8000.weights'], 1, ['antiphon: has a_8000.weights without its licence']],
  ])('files and sizes: %j of %i bytes', (files, bytes, problems) => {
    expect(checkFiles([packed('antiphon', '0.1.0', files, bytes)])).toEqual(problems);
  });

  test('a readme that says the package is not on the registry is found', () => {
    expect(checkReadme('Install it.\n')).toEqual([]);
    expect(checkReadme('Antiphon is not on the npm registry yet.\n')).toHaveLength(1);
  });

  test('publint finds an entry point that is not there', async () => {
    const folder = createFolder();
    write(
      join(folder, 'package.json'),
      JSON.stringify({ name: 'broken', version: '0.1.0', type: 'module', exports: './a.js' }),
    );
    expect(await checkPackage(folder)).toEqual([expect.stringMatching(/^broken: .*a\.js/u)]);
  });

  test.each([
    ['any types', {}, 'This package does not contain types'],
    ['the types of one entry point', { 'a.d.ts': 'export declare const a = 1;\n' }, '"broken/b"'],
  ])('attw finds a package without %s', (_what, types, found) => {
    const folder = createFolder();
    const exports = Object.fromEntries(
      [['.', 'a'] as const, ['./b', 'b'] as const].map(([path, name]) => [
        path,
        { types: `./${name}.d.ts`, default: `./${name}.js` },
      ]),
    );
    const manifest = { name: 'broken', version: '0.1.0', type: 'module', exports };
    const code = 'export const a = 1;\n';
    const files = { 'package.json': JSON.stringify(manifest), 'a.js': code, 'b.js': code, ...types };
    for (const [file, text] of Object.entries(files)) write(join(folder, file), text);
    execFileSync('npm', ['pack', '--silent'], { cwd: folder });
    expect(checkTypes(join(folder, 'broken-0.1.0.tgz'))).toEqual([expect.stringContaining(found)]);
  });

  test('licences: each installed package, wherever it is, has a permissive one', () => {
    const project = createFolder();
    const licences = {
      mit: { license: 'MIT' },
      '@of/two': { license: '(MIT OR GPL-2.0)' },
      'mit/node_modules/gpl': { license: 'GPL-3.0-or-later' },
      both: { license: 'MIT AND LGPL-2.1' },
      old: { licenses: [{ type: 'ISC' }] },
      none: {},
    };
    for (const [name, licence] of Object.entries(licences))
      write(
        join(project, 'node_modules', name, 'package.json'),
        JSON.stringify({ name, version: '1.0.0', ...licence }),
      );
    expect(checkLicences(project).toSorted()).toEqual([
      'both@1.0.0: expected a permissive licence, got MIT AND LGPL-2.1',
      'mit/node_modules/gpl@1.0.0: expected a permissive licence, got GPL-3.0-or-later',
      'none@1.0.0: expected a permissive licence, got none',
    ]);
  });
});

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'antiphon-release-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function write(path: string, text: string): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
}
