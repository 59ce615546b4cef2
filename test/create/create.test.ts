import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pack } from '../../scripts/release/pack.mjs';
import { ROOT } from '../package/packed.ts';
import { createIn, readManifest, TEMPLATES, type Created } from './project.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'create-antiphon-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const create = (...args: readonly string[]): Created => createIn(folder, ...args);

describe('npm create antiphon', () => {
  test('creates a project that pins the version that it was released with', () => {
    expect(create('My Agent')).toMatchObject({
      status: 0,
      printed: expect.stringContaining('cd "My Agent"\n') as string,
    });
    const project = readManifest(join(folder, 'My Agent/package.json'));
    const { version } = readManifest(join(ROOT, 'package.json'));
    expect([project.name, project.dependencies['antiphon']]).toEqual(['my-agent', version]);
    expect(readManifest(join(ROOT, 'create/package.json')).version).toBe(version);
    const ignored = ['.gitignore', '.dockerignore'].map((file) => readFileSync(join(folder, 'My Agent', file), 'utf8'));
    expect(ignored).toEqual(['node_modules/\ndist/\n.env\n', 'node_modules/\ndist/\n.env\n.git/\n']);
    expect(readFileSync(join(folder, 'My Agent/README.md'), 'utf8')).toMatch(/^# my-agent\n/u);
  });

  test.each([
    [
      'an unknown template',
      ['a', '--template', 'vue'],
      '--template: expected web, phone, realtime, react, speech, got "vue"',
    ],
    ['an unknown option', ['a', '--fast'], "Unknown option '--fast'"],
    ['two folders', ['a', 'b'], 'expected one folder, got a, b'],
    ['a folder without a name', ['...'], 'expected a folder whose name is a valid package name'],
  ])('refuses %s, and writes nothing', (_what, args, message) => {
    const before = readdirSync(folder);
    expect(create(...args)).toMatchObject({ status: 1, printed: expect.stringContaining(message) as string });
    expect(readdirSync(folder)).toEqual(before);
  });

  test('keeps a folder that has files in it as it is', () => {
    mkdirSync(join(folder, 'taken'));
    writeFileSync(join(folder, 'taken/notes.txt'), 'mine');
    expect(create('taken')).toMatchObject({ status: 1, printed: expect.stringContaining('is not empty') as string });
    expect(readdirSync(join(folder, 'taken'))).toEqual(['notes.txt']);
  });

  test('has the page of the example in its template react', () => {
    const read = (folder: string): readonly string[] =>
      ['Talk.tsx', 'Reload.tsx', 'index.html', 'page.css'].map((file) =>
        readFileSync(join(ROOT, folder, file), 'utf8'),
      );
    expect(read('create/templates/react/page')).toEqual(read('examples/react'));
  });

  test('lists its templates', () => {
    const { status, printed } = create('--help');
    expect(status).toBe(0);
    for (const template of TEMPLATES) expect(printed).toContain(template);
  });

  test('packs the templates, and its licence', () => {
    expect(pack('create', folder).files).toEqual(
      expect.arrayContaining(['index.js', 'LICENSE', 'templates/shared/_gitignore', 'templates/web/package.json']),
    );
  });
});

test('in the clone, `npm run create` creates a project that depends on what the clone packs', () => {
  expect(readFileSync(join(ROOT, 'README.md'), 'utf8')).toMatch(/^npm run create -- \.\.\/my-agent /mu);
  const project = join(folder, 'of-a-clone');
  execFileSync('npm', ['run', '--silent', 'create', '--', project], { cwd: ROOT });
  const { antiphon = '' } = readManifest(join(project, 'package.json')).dependencies;
  expect(antiphon).toMatch(/^file:.*\.tgz$/u);
  expect(existsSync(antiphon.replace('file:', ''))).toBe(true);
});
