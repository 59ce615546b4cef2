import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packAndInstall, ROOT, type Packed } from '../package/packed.ts';

const COMMAND = join(ROOT, 'create/index.js');
const TEMPLATES = ['web', 'phone', 'realtime', 'react'] as const;

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

let packed: Packed;
let folder: string;
beforeAll(() => {
  packed = packAndInstall([]);
  folder = mkdtempSync(join(tmpdir(), 'create-antiphon-'));
});
afterAll(() => {
  packed.dispose();
  rmSync(folder, { recursive: true });
});

function create(...args: readonly string[]): { readonly status: number | null; readonly printed: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], { cwd: folder, encoding: 'utf8' });
  return { status, printed: stdout + stderr };
}

function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(path, 'utf8')) as Manifest;
}

describe('npm create antiphon', () => {
  test('creates a project that pins the version that it was released with', () => {
    expect(create('My Agent')).toMatchObject({ status: 0, printed: expect.stringContaining('cd My Agent') as string });
    const project = readManifest(join(folder, 'My Agent/package.json'));
    const { version } = readManifest(join(ROOT, 'package.json'));
    expect([project.name, project.dependencies['antiphon']]).toEqual(['my-agent', version]);
    expect(readManifest(join(ROOT, 'create/package.json')).version).toBe(version);
    expect(readdirSync(join(folder, 'My Agent'))).toContain('.gitignore');
    expect(readFileSync(join(folder, 'My Agent/README.md'), 'utf8')).toMatch(/^# my-agent\n/u);
  });

  test.each([
    ['an unknown template', ['a', '--template', 'vue'], '--template: expected web, phone, realtime, react, got "vue"'],
    ['an unknown option', ['a', '--fast'], "Unknown option '--fast'"],
    ['two folders', ['a', 'b'], 'expected one folder, got a, b'],
    ['a folder without a name', ['...'], 'expected a folder whose name can be that of a package'],
  ])('refuses %s, and writes nothing', (_what, args, message) => {
    const before = readdirSync(folder);
    expect(create(...args)).toMatchObject({ status: 1, printed: expect.stringContaining(message) as string });
    expect(readdirSync(folder)).toEqual(before);
  });

  test('keeps a folder that has files in it as it is', () => {
    mkdirSync(join(folder, 'taken'));
    writeFileSync(join(folder, 'taken/notes.txt'), 'mine');
    expect(create('taken')).toMatchObject({ status: 1, printed: expect.stringContaining('has files in it') as string });
    expect(readdirSync(join(folder, 'taken'))).toEqual(['notes.txt']);
  });

  test('has the page of the example in its template react', () => {
    const read = (folder: string): string => readFileSync(join(ROOT, folder, 'Talk.tsx'), 'utf8');
    expect(read('create/templates/react/page')).toBe(read('examples/react'));
  });

  test('lists its templates', () => {
    const { status, printed } = create('--help');
    expect(status).toBe(0);
    for (const template of TEMPLATES) expect(printed).toContain(template);
  });

  test('packs the templates', () => {
    const [{ files }] = JSON.parse(
      execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
        cwd: join(ROOT, 'create'),
        encoding: 'utf8',
      }),
    ) as [{ readonly files: readonly { readonly path: string }[] }];
    const paths = files.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining(['index.js', 'templates/shared/_gitignore', 'templates/web/package.json']),
    );
  });
});

describe.each(TEMPLATES)('the template %s', (template) => {
  test('installs from the npm registry alone, compiles, and passes its test', { timeout: 600_000 }, () => {
    create(template, '--template', template);
    const project = join(folder, template);
    const { PATH, HOME } = process.env;
    const run = (...args: readonly string[]): void => {
      const { status, stdout, stderr } = spawnSync('npm', args, {
        cwd: project,
        encoding: 'utf8',
        env: { PATH, HOME },
      });
      expect(status, stdout + stderr).toBe(0);
    };
    const manifest = join(project, 'package.json');
    const { dependencies, ...rest } = readManifest(manifest);
    writeFileSync(manifest, JSON.stringify({ ...rest, dependencies: { ...dependencies, antiphon: packed.tarball } }));
    run('install', '--no-audit', '--no-fund');
    run('run', 'check');
    run('run', 'build');
    run('test');
  });
});
